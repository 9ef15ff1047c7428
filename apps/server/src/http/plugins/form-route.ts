import { parseRepeatedQuery } from '../query.ts'
import type { ServedRoute } from '../serve.ts'

/** Makes a route also accept bodies of the type `application/x-www-form-urlencoded`, which OAuth and FHIR searches prescribe. */
export const formRoute = ({ endpoint, mount }: ServedRoute): ServedRoute => ({
  endpoint,
  mount(app, context) {
    app.register(async (scope) => {
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_: unknown, body: string) => parseRepeatedQuery(body))
      mount(scope, context)
    })
  },
})
