// Starts GraphiQL against this very server. Headers, and so API keys, live only as long as the page: nothing is kept.
"use strict";

const EXAMPLE = `# Ctrl-Enter runs the query at the cursor.
# The book on the left shows the schema.
# Keys: put yours under "Headers" below, like
#   {"Authorization": "Bearer gm_…"}
# then press the reload icon on the left.

query Recall {
  recall(query: "Where did Ada move?", limit: 3) {
    ... on Recollection {
      hits {
        score
        reason
        drawer { pointer speaker saidAt text }
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

const fetcher = GraphiQL.createFetcher({ url: window.location.pathname });
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: EXAMPLE, shouldPersistHeaders: false }),
);
