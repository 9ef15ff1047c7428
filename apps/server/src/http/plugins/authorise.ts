import fp from 'fastify-plugin'
import { ownUnder } from '../../access/patient-scope.ts'

/** Rejects a role without the endpoint's permission (403) before anything is read, so the response does not reveal whether the record exists. */
export const authorise = fp(async (app) => {
  app.addHook('onRequest', async ({ actor, routeOptions: { config } }) => {
    if (actor && config.endpoint && config.endpoint.permission !== 'public') ownUnder(actor, config.endpoint.permission)
  })
})
