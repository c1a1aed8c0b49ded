// Made of operations.graphql and the schema by `make typescript`; do not edit.

export const Observe = `mutation Observe($input: MessageInput!, $dryRun: Boolean) {
  observe(input: $input, dryRun: $dryRun) {
    __typename
    ...Filed
    ...Refusal
  }
}
fragment Filed on Observation {
  language
  kept
  pointer
  dryRun
  relations
  statements {
    text
    category
    action
    reason
    memory
    target
    validFrom
    validUntil
  }
  forget {
    words
    about
    remedy
    candidates {
      memory
      pointer
      text
    }
  }
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Say = `mutation Say($input: MessageInput!) {
  say(input: $input) {
    __typename
    ...Filed
    ...Refusal
  }
}
fragment Filed on Observation {
  language
  kept
  pointer
  dryRun
  relations
  statements {
    text
    category
    action
    reason
    memory
    target
    validFrom
    validUntil
  }
  forget {
    words
    about
    remedy
    candidates {
      memory
      pointer
      text
    }
  }
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Learn = `mutation Learn($input: StatementInput!) {
  learn(input: $input) {
    __typename
    ...Filed
    ...Refusal
  }
}
fragment Filed on Observation {
  language
  kept
  pointer
  dryRun
  relations
  statements {
    text
    category
    action
    reason
    memory
    target
    validFrom
    validUntil
  }
  forget {
    words
    about
    remedy
    candidates {
      memory
      pointer
      text
    }
  }
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const StartSession = `mutation StartSession($id: String, $agent: String, $anew: Boolean) {
  startSession(id: $id, agent: $agent, anew: $anew) {
    __typename
    ... on StartedSession {
      id
    }
    ...Refusal
  }
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Recall = `query Recall($query: String!, $limit: Int, $session: String, $asOf: AsOf, $categories: [Category!], $path: String, $project: String, $dormant: Boolean, $budget: Int, $minConfidence: Float, $touch: Boolean) {
  recall(
    query: $query
    limit: $limit
    session: $session
    asOf: $asOf
    categories: $categories
    path: $path
    project: $project
    dormant: $dormant
    budget: $budget
    minConfidence: $minConfidence
    touch: $touch
  ) {
    __typename
    ...Found
    ...Refusal
  }
}
fragment Found on Recollection {
  query
  intent
  context
  contextTokens
  blockId
  answerable
  answerableReason
  notes
  memories {
    score
    confidence
    reason
    sources
    entities
    memory {
      ...Known
    }
  }
  hits {
    score
    confidence
    reason
    wing
    room
    drawer {
      pointer
      text
      speaker
      role
      saidAt
    }
  }
}
fragment Known on Memory {
  id
  text
  category
  tier
  importance
  speaker
  language
  dataSource
  validFrom
  validUntil
  recordedAt
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const RecallFor = `query RecallFor($messages: [TalkInput!]!, $limit: Int, $session: String, $sessionInContext: Boolean, $asOf: AsOf, $path: String, $project: String, $budget: Int, $minConfidence: Float, $touch: Boolean) {
  recallFor(
    messages: $messages
    limit: $limit
    session: $session
    sessionInContext: $sessionInContext
    asOf: $asOf
    path: $path
    project: $project
    budget: $budget
    minConfidence: $minConfidence
    touch: $touch
  ) {
    __typename
    ...Found
    ...Refusal
  }
}
fragment Found on Recollection {
  query
  intent
  context
  contextTokens
  blockId
  answerable
  answerableReason
  notes
  memories {
    score
    confidence
    reason
    sources
    entities
    memory {
      ...Known
    }
  }
  hits {
    score
    confidence
    reason
    wing
    room
    drawer {
      pointer
      text
      speaker
      role
      saidAt
    }
  }
}
fragment Known on Memory {
  id
  text
  category
  tier
  importance
  speaker
  language
  dataSource
  validFrom
  validUntil
  recordedAt
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Activate = `query Activate($task: String, $path: String, $project: String, $session: String, $budget: Int) {
  activate(
    task: $task
    path: $path
    project: $project
    session: $session
    budget: $budget
  ) {
    __typename
    ... on Activation {
      text
      tokens
      budget
      entries {
        layer
        score
        tokens
        pointers
        memory {
          ...Known
        }
      }
      dropped {
        layer
        reason
        memory {
          ...Known
        }
      }
    }
    ...Refusal
  }
}
fragment Known on Memory {
  id
  text
  category
  tier
  importance
  speaker
  language
  dataSource
  validFrom
  validUntil
  recordedAt
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Forget = `mutation Forget($id: String!) {
  forget(id: $id) {
    __typename
    ... on Forgotten {
      id
      forgotten
      tombstone
      memories
      turns
    }
    ...Refusal
  }
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Show = `query Show($id: String!) {
  memory(id: $id) {
    __typename
    ... on MemoryDetail {
      memory {
        ...Known
      }
      sources {
        pointer
        text
        speaker
        saidAt
      }
    }
    ...Refusal
  }
}
fragment Known on Memory {
  id
  text
  category
  tier
  importance
  speaker
  language
  dataSource
  validFrom
  validUntil
  recordedAt
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const EntityProfile = `query EntityProfile($name: String!, $asOf: AsOf, $limit: Int) {
  entityProfile(name: $name, asOf: $asOf, limit: $limit) {
    __typename
    ... on EntityAsOf {
      entity {
        uri
        type
        name
        aliases
        mentionCount
        summary {
          lines {
            text
            memory
            pointer
            since
          }
        }
      }
      facts {
        subject
        predicate
        object
        text
        confidence
        memory
        validFrom
        validUntil
      }
      memories {
        ...Known
      }
    }
    ...Refusal
  }
}
fragment Known on Memory {
  id
  text
  category
  tier
  importance
  speaker
  language
  dataSource
  validFrom
  validUntil
  recordedAt
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const Causes = `query Causes($ids: [String!]!, $direction: CausalDirection, $asOf: AsOf, $limit: Int) {
  causalChain(ids: $ids, direction: $direction, asOf: $asOf, limit: $limit) {
    __typename
    ... on CausalChains {
      chains {
        direction
        confidence
        start {
          ...Known
        }
        end {
          ...Known
        }
        steps {
          type
          source
          sourceText
          target
          targetText
          confidence
        }
      }
    }
    ...Refusal
  }
}
fragment Known on Memory {
  id
  text
  category
  tier
  importance
  speaker
  language
  dataSource
  validFrom
  validUntil
  recordedAt
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;

export const RecordOutcome = `mutation RecordOutcome($success: Boolean!, $ids: [String!], $block: String) {
  recordOutcome(success: $success, ids: $ids, block: $block) {
    __typename
    ... on RecordedOutcome {
      memories
      success
    }
    ...Refusal
  }
}
fragment Refusal on Problem {
  code
  field
  message
  remedy
}`;
