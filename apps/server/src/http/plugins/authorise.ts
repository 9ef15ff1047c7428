import fp from 'fastify-plugin'
import { ownUnder } from '../../access/patient-scope.ts'

/** Checks the endpoint's permission before anything is read, so that one's own, another's and an absent record get the same response. Throws 403. */
export const authorise = fp(async (app) => {
  app.addHook('onRequest', async ({ actor, routeOptions: { config } }) => {
    if (actor && config.endpoint && config.endpoint.permission !== 'public') ownUnder(actor, config.endpoint.permission)
  })
})
