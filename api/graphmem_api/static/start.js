// Starts GraphiQL against this very server. Headers, and so API keys, live only as long as the page: nothing is kept.
// The address that `graphmem serve` prints brings this user's own key behind the #, which no browser sends anywhere; it
// goes from the address bar at once, and is kept by this tab alone, so that the page can be loaded again.
"use strict";

const EXAMPLE = `# Ctrl-Enter runs the query at the cursor.
# The book on the left shows the schema.
# Keys: put yours under "Headers" below, like
#   {"Authorization": "Bearer gm_…"}
# then press the reload icon on the left.

query Recall {
  recall(query: "Where did Ada move?", limit: 3) {
    ... on Recollection {
      intent
      hits {
        score
        reason
        drawer { pointer speaker saidAt text }
      }
      memories {
        confidence
        reason
        path { sourceText type targetText }
        memory { text category validFrom validUntil }
      }
      strategy
      notes
    }
    ... on InvalidInput { field message remedy }
  }
}

query Palace {
  palace(first: 5) {
    nodes {
      name
      roomCount
      rooms(first: 5) {
        nodes { title startedAt drawerCount }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}

query Memories {
  memories(first: 5) {
    nodes { id text category importance validFrom lesson }
    pageInfo { hasNextPage endCursor }
  }
  entities(first: 5) { uri name mentions }
}

mutation Observe {
  # A dry run: it tells what would become of the message, and writes nothing.
  observe(dryRun: true, input: { text: "Ada moved to Izmir in May and prefers tea." }) {
    ... on Observation {
      stages { name passed detail }
      statements { text category action reason importance }
    }
    ... on Problem { field message remedy }
  }
}

query Health {
  health {
    serverVersion
    schemaOk
    drawers
    pendingEmbeddings
    embedder { model dimensions }
  }
}
`;

const brought = /^#key=([\w-]+)$/.exec(window.location.hash);
if (brought) {
  window.sessionStorage.setItem("graphmem-key", brought[1]);
  window.history.replaceState(null, "", window.location.pathname);
}
const key = window.sessionStorage.getItem("graphmem-key");
const headers = key ? { Authorization: `Bearer ${key}` } : {};
const fetcher = GraphiQL.createFetcher({ url: window.location.pathname, headers });
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: EXAMPLE, shouldPersistHeaders: false }),
);
