// Made of operations.graphql and the schema by `make typescript`; do not edit.

/** A document with what it answers and takes. */
export type Document<Result, Variables> = string & { readonly __ask?: (variables: Variables) => Result };

/** The instants of a reading: memories true at `validAt`, as known at `knownAt`. Without `knownAt` it is as known now, without `validAt` as believed then about that very moment, with neither it is the present. */
export interface AsOf {
  /** Like 2026-05-08T13:56:00Z; without a zone it is UTC, a bare date is its midnight. */
  validAt?: string | null;
  /** As `validAt`. */
  knownAt?: string | null;
  /** Include former memories: all that were ever true. Not together with `validAt`. */
  timeline?: boolean;
}

/** The verb of a mutation. READ is a background reading of messages; DREAM is a run, on request or by schedule. */
export type AuditVerb = "OBSERVE" | "SAY" | "READ" | "LEARN" | "MINE" | "RECORD_PROCEDURE" | "RECORD_EPISODE" | "MINE_WORKFLOWS" | "DECIDE_WORKFLOW" | "PIN" | "SET_IMMUTABLE" | "RELATE" | "EDIT" | "INVALIDATE" | "RESTORE" | "FORGET" | "DELETE_DRAWER" | "LIFT" | "DECIDE_REVIEW" | "DESCRIBE_ENTITY" | "MERGE_ENTITIES" | "UNMERGE_ENTITIES" | "DREAM" | "UNDO_DREAM" | "WAKE" | "PROMOTE" | "DEMOTE" | "SET_SCHEDULE" | "RECORD_OUTCOME" | "START_SESSION" | "END_SESSION" | "MINE_LATER" | "RETRY_JOB" | "CANCEL_JOB" | "ISSUE_KEY" | "ROTATE_KEY" | "REVOKE_KEY" | "SET_SETTINGS" | "ADD_WEBHOOK" | "REMOVE_WEBHOOK" | "CREATE_SPACE" | "GRANT" | "REVOKE" | "SHARE" | "UNSHARE" | "EXPORT" | "IMPORT";

/** TEXT for a prompt, or JSON: its entries with their confidences. */
export type BlockFormat = "TEXT" | "JSON";

/** The kind of statement that a memory is; dreams make THEME, PATTERN and SUMMARY. */
export type Category = "POLICY" | "WORKFLOW" | "PITFALL" | "ARCHITECTURE" | "DECISION" | "PREFERENCE" | "CORRECTION" | "ENTITY" | "PLAN" | "FACT" | "EPISODE" | "THEME" | "PATTERN" | "SUMMARY" | "OTHER";

/** Back to CAUSES, or forth to EFFECTS. */
export type CausalDirection = "CAUSES" | "EFFECTS";

/** A choice to set. */
export interface ChoiceInput {
  /** As `choices` names it. */
  name: string;
  /** `on`, `off`, a number or names; null takes it back. */
  value?: string | null;
}

/** A conversation, or its next turns; at most 2,000 turns in one call. */
export interface ConversationInput {
  /** Its title for people; names its rooms. */
  title: string;
  /** In the order they were said. */
  turns: ReadonlyArray<TurnInput>;
  /** Identifies the conversation across calls; made from title and first turn when missing. */
  id?: string | null;
  /** The person, project or topic to file under; the title when missing. */
  wing?: string | null;
  /** When the session of the first turn began. Repeat it, and the id, in later calls to go on in the same room. Turns without a time get this one. */
  startedAt?: string | null;
  /** 1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the request with its key: within a day it is answered as before and writes nothing. The key of another request is refused. */
  idempotencyKey?: string | null;
}

/** The source whose words a memory derives from. */
export type DataSource = "USER" | "ASSISTANT" | "SYSTEM" | "FEDERATION" | "TOOL" | "DOCUMENT" | "FEED";

/** Whether something was decided, and how. */
export type DecisionState = "OPEN" | "ACCEPTED" | "DISMISSED";

/** How a document is written. FEED is JSON lines of objects with a text, a time and a source. */
export type DocumentFormat = "MARKDOWN" | "TEXT" | "HTML" | "PDF" | "FEED";

/** A document, note or feed; give `text` or `base64`, at most 4 MB in one request. */
export interface DocumentInput {
  /** The name by which its paragraphs are cited, for example handbook.md. */
  name: string;
  /** Its text. */
  text?: string | null;
  /** Its bytes, for PDF. */
  base64?: string | null;
  /** Told by its first bytes and its name when missing; plain text in doubt. */
  format?: DocumentFormat | null;
  /** Names it across its changes; its name when missing. Two documents need two. */
  id?: string | null;
  /** The person, project or topic to file under; its title when missing. */
  wing?: string | null;
  /** 1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the request with its key: within a day it is answered as before and writes nothing. The key of another request is refused. */
  idempotencyKey?: string | null;
}

/** HELD wrote nothing and waits for `applyDream(confirm: true)`; RUNNING, when its process is gone, becomes APPLIED as far as it came. */
export type DreamState = "HELD" | "RUNNING" | "APPLIED" | "UNDOING" | "UNDONE";

/** EXPIRY: what held for a time only sleeps when that is over. PROMOTION: what was told or useful again and again becomes semantic. MERGE: of two that say the same one sleeps. THEMES, SUMMARIES: lists of what was said of one thing, or best supported of a category, are made or sleep; a chat model tells them in sentences that cite. PATTERNS: what recurs in three conversations, or a chat model infers, is noted as such. SLEEP: what is worth least, and nothing depends on, sleeps. REHEARSAL: what would hardly come to mind fades more slowly; no part of a dream of which no steps are named. */
export type DreamStep = "EXPIRY" | "PROMOTION" | "MERGE" | "THEMES" | "PATTERNS" | "SUMMARIES" | "SLEEP" | "REHEARSAL";

/** A field of a type of the owner's own, with its value. */
export interface EntityFieldInput {
  name: string;
  /** As it is written: a text, a number, true or false. */
  value: string;
}

/** Kinds of entities; two of different kinds are never merged. */
export type EntityType = "TECH" | "ORG" | "PERSON" | "PLACE" | "PROJECT" | "ITEM" | "EVENT" | "TOPIC";

/** Something that happened, and how it turned out. */
export interface EpisodeInput {
  /** The event, 1 to 1,000 characters. */
  event: string;
  /** Its result, at most 1,000 characters. */
  outcome?: string;
  /** Words it is found by, at most 20. */
  tags?: ReadonlyArray<string>;
  /** The steps, in order: sentences, or calls like Edit(file_path="a.py"); at most 200. */
  steps?: ReadonlyArray<string>;
  /** Whether it turned out well. Steps that recur in such episodes are proposed. */
  worked?: boolean | null;
  /** When, like 2026-05-08T13:56:00Z; without a zone it is UTC, when missing it is now. */
  happenedAt?: string | null;
  /** What it is said at work on, for example a repository's name; other projects it does not concern. */
  project?: string | null;
  /** 1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the request with its key: within a day it is answered as before and writes nothing. The key of another request is refused. */
  idempotencyKey?: string | null;
}

/** The gate's decision about a statement: a new memory, none, a memory that goes on with more, one that is strengthened, or one that replaces another. */
export type GateAction = "CREATE" | "SKIP" | "UPDATE" | "REINFORCE" | "SUPERSEDE";

/** KEEP it; MASK it in all that is derived from the verbatim turn, which keeps it; REFUSE what holds it. */
export type Handling = "KEEP" | "MASK" | "REFUSE";

/** The kind of answer that a question wants; it decides how memories are searched. */
export type Intent = "FACTUAL" | "TEMPORAL" | "CAUSAL" | "ENTITY_PROFILE" | "PREFERENCE" | "GENERAL";

/** The kind of work of a job. */
export type JobKind = "MINE" | "EXTRACT" | "BACKFILL" | "DREAM" | "REHEARSE" | "IMPORT" | "DREAM_RUN" | "WEBHOOK";

/** The state of a job. A FAILED one is tried again later, a DEAD one waits for a person. */
export type JobState = "QUEUED" | "RUNNING" | "FAILED" | "DONE" | "DEAD" | "CANCELLED";

/** The layer of an entry of a standing context: A always matters (policies, architecture and preferences of high priority), B is used, C are procedures that help with the task. */
export type Layer = "A" | "B" | "C" | "D";

/** A kind of event in a memory's life. */
export type LifeKind = "TOLD" | "LEARNED" | "CLIMBED" | "SLEPT" | "WOKEN" | "TAKEN_BACK" | "REWORDED" | "REPLACED" | "RETRACTED";

/** A link from one memory to another: a relation between them, or MENTIONS where both name one entity. */
export type LinkType = "SUPERSEDES" | "CONTRADICTS" | "CAUSES" | "ELABORATES" | "SAME_ENTITY" | "RELATED_TO" | "MENTIONS";

/** Which memories; what is not given filters nothing. */
export interface MemoryFilter {
  category?: Category | null;
  tier?: Tier | null;
  /** Only what names the entity of this address. */
  entity?: string | null;
  /** Only what was said in this session. */
  session?: string | null;
  /** Only what this speaker said, spelt as `speaker` of a memory. */
  speaker?: string | null;
  /** Only what was said then or later. */
  saidFrom?: string | null;
  /** Only what was said before. */
  saidUntil?: string | null;
  /** Only what is known since then or later. */
  recordedFrom?: string | null;
  /** Only what was known before. */
  recordedUntil?: string | null;
  /** Only what is true and believed now, or at `asOf`; false lists all there ever was. */
  live?: boolean;
}

/** One message of a conversation. */
export interface MessageInput {
  /** The words of the message, verbatim; at most 200,000 characters. */
  text: string;
  role?: Role;
  /** The speaker, for example Ada. */
  speaker?: string | null;
  /** A session of startSession; what was said before in it helps to understand this. */
  session?: string | null;
  /** What it is said at work on, for example a repository's name; other projects it does not concern. */
  project?: string | null;
  /** When, like 2026-05-08T13:56:00Z; without a zone it is UTC, when missing it is now. Not later than a day from now. */
  saidAt?: string | null;
  /** A space to tell it to, by id or title, with the right to write; the own memory when missing. */
  space?: string | null;
  /** 1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the request with its key: within a day it is answered as before and writes nothing. The key of another request is refused. */
  idempotencyKey?: string | null;
}

/** How much a memory wants to be in an agent's context. */
export type Priority = "CRITICAL" | "HIGH" | "MEDIUM" | "NORMAL";

/** A class of private data: a password or key; a payment card; an account; a number of the state; a phone number; an address of mail. */
export type PrivacyClass = "SECRET" | "CARD" | "IBAN" | "NATIONAL_ID" | "PHONE" | "EMAIL";

/** The treatment to set for one class of private data. */
export interface PrivacyRuleInput {
  kind: PrivacyClass;
  handling: Handling;
}

/** How something is done, step by step. */
export interface ProcedureInput {
  /** 1 to 200 characters. The same name with other steps is its next version. */
  name: string;
  /** 1 to 50 in their order, each of 1 to 1,000 characters. */
  steps: ReadonlyArray<string>;
  /** File globs it is limited to, as `learn` takes them; none means everywhere. */
  scope?: ReadonlyArray<string>;
  /** Words it is found by, at most 20. */
  tags?: ReadonlyArray<string>;
  /** What it is said at work on, for example a repository's name; other projects it does not concern. */
  project?: string | null;
  /** 1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the request with its key: within a day it is answered as before and writes nothing. The key of another request is refused. */
  idempotencyKey?: string | null;
}

/** How and where a procedure was followed. */
export interface ProcedureUseInput {
  /** The step that failed: its number from 1, or its text. */
  step?: string | null;
  /** The version; the latest when missing. */
  version?: number | null;
  /** At most ten. */
  tools?: ReadonlyArray<ToolVersionInput>;
}

/** How a memory's signals become its score; RELEVANCE is for search boxes. */
export type RecallProfile = "CONVERSATION" | "COGNITIVE" | "UTILITY" | "EMPATHIC" | "PALACE" | "RELEVANCE";

/** How two memories hang together. A cause CAUSES its effect, the newer SUPERSEDES the older, the detail ELABORATES what it details; the other three have no direction. */
export type RelationType = "SUPERSEDES" | "CONTRADICTS" | "CAUSES" | "ELABORATES" | "SAME_ENTITY" | "RELATED_TO";

/** ACCEPT: the newer statement replaced the older, which ends. DISMISS: both hold. */
export type ReviewVerdict = "ACCEPT" | "DISMISS";

/** The speaker, seen from the memory's owner. A named person is USER. */
export type Role = "USER" | "ASSISTANT" | "SYSTEM" | "TOOL" | "DOCUMENT" | "FEED" | "OTHER";

/** APPLIED changed something, NOTHING found nothing to change; HELD waits for `applyDream(confirm: true)`, UNDONE did harm and was taken back by itself, RESTED had dreamt four times in a day, FAILED is tried again. */
export type ScheduleOutcome = "APPLIED" | "NOTHING" | "HELD" | "UNDONE" | "RESTED" | "FAILED";

/** A right of a key; none includes another. READ answers questions, WRITE changes memories, DREAM dreams and sets when, ADMIN gives out keys and settings, reads the audit and erases the owner. */
export type Scope = "READ" | "WRITE" | "DREAM" | "ADMIN";

/** A member's right in a space; each includes those before it. READ answers questions, WRITE adds memories, CURATE decides disputes and forgets for all, ADMIN gives and revokes rights. */
export type SpaceRight = "READ" | "WRITE" | "CURATE" | "ADMIN";

/** A statement to remember on purpose. */
export interface StatementInput {
  /** One statement, or a few; at most 200,000 characters. */
  text: string;
  /** Found in the text when missing. */
  category?: Category | null;
  /** The category's when missing. */
  priority?: Priority | null;
  /** Keep it from decay and pruning. */
  pinned?: boolean;
  /** Let no later statement change it. */
  immutable?: boolean;
  /** File globs it is limited to, like src/**∕*.py; none means everywhere. * stays within a folder, ** is any number of folders or none, {a,b} is either; files that begin with a dot count; a glob without a slash is a file's name in any folder, one that ends with a slash all that is in that folder. */
  scope?: ReadonlyArray<string>;
  /** A session of startSession. */
  session?: string | null;
  /** What it is said at work on, for example a repository's name; other projects it does not concern. */
  project?: string | null;
  /** TOOL for what an agent learns by itself: it is no rule and changes nothing that a person said. */
  role?: Role;
  /** The speaker, for example the agent's name. */
  speaker?: string | null;
  /** A space to tell it to, by id or title, with the right to write; the own memory when missing. */
  space?: string | null;
  /** 1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the request with its key: within a day it is answered as before and writes nothing. The key of another request is refused. */
  idempotencyKey?: string | null;
}

/** How candidates were gathered: WHOLE ranked every turn of a small owner, POOL took the best of the vector and full-text indexes, NONE searched nothing. */
export type Strategy = "WHOLE" | "POOL" | "NONE";

/** A finer place within the tier, which scales how easily it is recalled. */
export type SubTier = "PERSONAL" | "OBSERVED" | "VICARIOUS" | "SCHEMATIC" | "PROCEDURAL" | "FACTUAL";

/** A message of a conversation, as chat interfaces have it. */
export interface TalkInput {
  /** At most 100,000 characters, of which the first 2,000 are read. */
  text: string;
  /** user, assistant, system or tool. */
  role?: string;
  /** The speaker, as in observe: of several people the one whom "when am I on call?" is about. */
  speaker?: string | null;
}

/** Whether a statement holds until further notice, runs out, or recurs. */
export type TemporalType = "PERSISTENT" | "TIME_BOUNDED" | "RECURRING";

/** The tier of a memory; DORMANT ones are recalled only on request. */
export type Tier = "WORKING" | "EPISODIC" | "SEMANTIC" | "DORMANT";

/** FORGOTTEN: somebody had a memory forgotten. DELETED: somebody deleted the turn. CORRECTED: it was said, or decided, that it never was so. */
export type TombstoneReason = "FORGOTTEN" | "DELETED" | "CORRECTED";

/** A tool with the version that was used, a word each, like node and 22.3. */
export interface ToolVersionInput {
  name: string;
  /** Its first number counts: 22.3 and 22.11 are taken for the same. */
  version: string;
}

/** One turn. Name the speaker, the role or both. */
export interface TurnInput {
  /** The words of the turn, verbatim; at most 100,000 characters. */
  text: string;
  /** The speaker, for example Ada. */
  speaker?: string | null;
  /** user, assistant, system or tool; guessed from the speaker when missing. */
  role?: string | null;
  /** When it was said, like 2026-05-08T13:56:00Z; UTC without a zone; at most a day ahead. */
  saidAt?: string | null;
  /** The turn's own id. Without id and time, the same words of the same speaker in another call are the same turn. */
  id?: string | null;
}

/** The kind of an event: a change of memories, a dream that was carried out or undone, a review that was decided. */
export type WebhookEvent = "MEMORY" | "DREAM" | "REVIEW";

/** The kind of subject of a wing. */
export type WingKind = "PERSON" | "PROJECT" | "TOPIC" | "AGENT";

/** Which part of graphmem made a memory. */
export type WriteSource = "OBSERVER" | "FORMATION" | "DREAM" | "MANUAL" | "AGENT" | "MINING" | "IMPORT";

export interface ObserveVariables {
  input: MessageInput;
  dryRun?: boolean | null;
}

export type ObserveResult = {
  observe: {
    __typename: "Observation";
    language: string;
    kept: boolean;
    pointer: string | null;
    dryRun: boolean;
    relations: number;
    statements: Array<{
      text: string;
      category: Category;
      action: GateAction;
      reason: string;
      memory: string | null;
      target: string | null;
      validFrom: string;
      validUntil: string | null;
    }>;
    forget: Array<{
      words: string;
      about: string;
      remedy: string;
      candidates: Array<{
        memory: string | null;
        pointer: string | null;
        text: string;
      }>;
    }>;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Observe: Document<ObserveResult, ObserveVariables>;

export interface SayVariables {
  input: MessageInput;
}

export type SayResult = {
  say: {
    __typename: "Observation";
    language: string;
    kept: boolean;
    pointer: string | null;
    dryRun: boolean;
    relations: number;
    statements: Array<{
      text: string;
      category: Category;
      action: GateAction;
      reason: string;
      memory: string | null;
      target: string | null;
      validFrom: string;
      validUntil: string | null;
    }>;
    forget: Array<{
      words: string;
      about: string;
      remedy: string;
      candidates: Array<{
        memory: string | null;
        pointer: string | null;
        text: string;
      }>;
    }>;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Say: Document<SayResult, SayVariables>;

export interface LearnVariables {
  input: StatementInput;
}

export type LearnResult = {
  learn: {
    __typename: "Observation";
    language: string;
    kept: boolean;
    pointer: string | null;
    dryRun: boolean;
    relations: number;
    statements: Array<{
      text: string;
      category: Category;
      action: GateAction;
      reason: string;
      memory: string | null;
      target: string | null;
      validFrom: string;
      validUntil: string | null;
    }>;
    forget: Array<{
      words: string;
      about: string;
      remedy: string;
      candidates: Array<{
        memory: string | null;
        pointer: string | null;
        text: string;
      }>;
    }>;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Learn: Document<LearnResult, LearnVariables>;

export interface StartSessionVariables {
  id?: string | null;
  agent?: string | null;
  anew?: boolean | null;
}

export type StartSessionResult = {
  startSession: {
    __typename: "StartedSession";
    id: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const StartSession: Document<StartSessionResult, StartSessionVariables>;

export interface RecallVariables {
  query: string;
  limit?: number | null;
  session?: string | null;
  asOf?: AsOf | null;
  categories?: ReadonlyArray<Category> | null;
  path?: string | null;
  project?: string | null;
  dormant?: boolean | null;
  budget?: number | null;
  minConfidence?: number | null;
  touch?: boolean | null;
}

export type RecallResult = {
  recall: {
    __typename: "Recollection";
    query: string;
    intent: Intent;
    context: string;
    contextTokens: number;
    blockId: string | null;
    answerable: boolean;
    answerableReason: string;
    notes: Array<string>;
    memories: Array<{
      score: number;
      confidence: number;
      reason: string;
      sources: Array<string>;
      entities: Array<string>;
      memory: {
        id: string;
        text: string;
        category: Category;
        tier: Tier;
        importance: number;
        speaker: string;
        language: string;
        dataSource: DataSource;
        validFrom: string;
        validUntil: string | null;
        recordedAt: string;
      };
    }>;
    hits: Array<{
      score: number;
      confidence: number;
      reason: string;
      wing: string;
      room: string;
      drawer: {
        pointer: string;
        text: string;
        speaker: string;
        role: string;
        saidAt: string | null;
      };
    }>;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Recall: Document<RecallResult, RecallVariables>;

export interface RecallForVariables {
  messages: ReadonlyArray<TalkInput>;
  limit?: number | null;
  session?: string | null;
  sessionInContext?: boolean | null;
  asOf?: AsOf | null;
  path?: string | null;
  project?: string | null;
  budget?: number | null;
  minConfidence?: number | null;
  touch?: boolean | null;
}

export type RecallForResult = {
  recallFor: {
    __typename: "Recollection";
    query: string;
    intent: Intent;
    context: string;
    contextTokens: number;
    blockId: string | null;
    answerable: boolean;
    answerableReason: string;
    notes: Array<string>;
    memories: Array<{
      score: number;
      confidence: number;
      reason: string;
      sources: Array<string>;
      entities: Array<string>;
      memory: {
        id: string;
        text: string;
        category: Category;
        tier: Tier;
        importance: number;
        speaker: string;
        language: string;
        dataSource: DataSource;
        validFrom: string;
        validUntil: string | null;
        recordedAt: string;
      };
    }>;
    hits: Array<{
      score: number;
      confidence: number;
      reason: string;
      wing: string;
      room: string;
      drawer: {
        pointer: string;
        text: string;
        speaker: string;
        role: string;
        saidAt: string | null;
      };
    }>;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const RecallFor: Document<RecallForResult, RecallForVariables>;

export interface ActivateVariables {
  task?: string | null;
  path?: string | null;
  project?: string | null;
  session?: string | null;
  budget?: number | null;
}

export type ActivateResult = {
  activate: {
    __typename: "Activation";
    text: string;
    tokens: number;
    budget: number;
    entries: Array<{
      layer: Layer;
      score: number;
      tokens: number;
      pointers: Array<string>;
      memory: {
        id: string;
        text: string;
        category: Category;
        tier: Tier;
        importance: number;
        speaker: string;
        language: string;
        dataSource: DataSource;
        validFrom: string;
        validUntil: string | null;
        recordedAt: string;
      };
    }>;
    dropped: Array<{
      layer: Layer;
      reason: string;
      memory: {
        id: string;
        text: string;
        category: Category;
        tier: Tier;
        importance: number;
        speaker: string;
        language: string;
        dataSource: DataSource;
        validFrom: string;
        validUntil: string | null;
        recordedAt: string;
      };
    }>;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Activate: Document<ActivateResult, ActivateVariables>;

export interface ForgetVariables {
  id: string;
}

export type ForgetResult = {
  forget: {
    __typename: "Forgotten";
    id: string;
    forgotten: boolean;
    tombstone: string | null;
    memories: number;
    turns: number;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Forget: Document<ForgetResult, ForgetVariables>;

export interface ShowVariables {
  id: string;
}

export type ShowResult = {
  memory: {
    __typename: "MemoryDetail";
    memory: {
      id: string;
      text: string;
      category: Category;
      tier: Tier;
      importance: number;
      speaker: string;
      language: string;
      dataSource: DataSource;
      validFrom: string;
      validUntil: string | null;
      recordedAt: string;
    };
    sources: Array<{
      pointer: string;
      text: string;
      speaker: string;
      saidAt: string | null;
    }>;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Show: Document<ShowResult, ShowVariables>;

export interface EntityProfileVariables {
  name: string;
  asOf?: AsOf | null;
  limit?: number | null;
}

export type EntityProfileResult = {
  entityProfile: {
    __typename: "EntityAsOf";
    entity: {
      uri: string;
      type: EntityType;
      name: string;
      aliases: Array<string>;
      mentionCount: number;
      summary: {
        lines: Array<{
          text: string;
          memory: string;
          pointer: string | null;
          since: string;
        }>;
      };
    };
    facts: Array<{
      subject: string;
      predicate: string;
      object: string;
      text: string;
      confidence: number;
      memory: string;
      validFrom: string;
      validUntil: string | null;
    }>;
    memories: Array<{
      id: string;
      text: string;
      category: Category;
      tier: Tier;
      importance: number;
      speaker: string;
      language: string;
      dataSource: DataSource;
      validFrom: string;
      validUntil: string | null;
      recordedAt: string;
    }>;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const EntityProfile: Document<EntityProfileResult, EntityProfileVariables>;

export interface CausesVariables {
  ids: ReadonlyArray<string>;
  direction?: CausalDirection | null;
  asOf?: AsOf | null;
  limit?: number | null;
}

export type CausesResult = {
  causalChain: {
    __typename: "CausalChains";
    chains: Array<{
      direction: CausalDirection;
      confidence: number;
      start: {
        id: string;
        text: string;
        category: Category;
        tier: Tier;
        importance: number;
        speaker: string;
        language: string;
        dataSource: DataSource;
        validFrom: string;
        validUntil: string | null;
        recordedAt: string;
      };
      end: {
        id: string;
        text: string;
        category: Category;
        tier: Tier;
        importance: number;
        speaker: string;
        language: string;
        dataSource: DataSource;
        validFrom: string;
        validUntil: string | null;
        recordedAt: string;
      };
      steps: Array<{
        type: string;
        source: string;
        sourceText: string;
        target: string;
        targetText: string;
        confidence: number;
      }>;
    }>;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const Causes: Document<CausesResult, CausesVariables>;

export interface RecordOutcomeVariables {
  success: boolean;
  ids?: ReadonlyArray<string> | null;
  block?: string | null;
}

export type RecordOutcomeResult = {
  recordOutcome: {
    __typename: "RecordedOutcome";
    memories: number;
    success: boolean;
  } | {
    __typename: "NotFound";
    code: string;
    field: string;
    message: string;
    remedy: string;
  } | {
    __typename: "InvalidInput";
    code: string;
    field: string;
    message: string;
    remedy: string;
  };
};

export const RecordOutcome: Document<RecordOutcomeResult, RecordOutcomeVariables>;
