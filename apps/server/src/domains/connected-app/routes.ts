import * as wire from '@sukoyaka/wire/people/connected-app'
import { formRoute } from '../../http/plugins/form-route.ts'
import { recordAttempt } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import { keyedHash } from './hash.ts'
import { grantsOf, insertGrant, requestedApp, revokeOwnGrant } from './store.ts'
import { issueToken, revokeByToken } from './token-store.ts'

const addressLimit = { kind: 'app_token', max: 300, minutes: 15 }

const redirection = (uri: string, answer: Record<string, string | undefined>) => {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
  return { redirect_to: url.toString() }
}

export const connectedAppRoutes = [
  serve(wire.describeAppRequest, async ({ db, actor, input }) => {
    const { app, scopes } = await requestedApp(db, actor.role, input)
    return { name: app.name, scopes, redirect_uri: input.redirect_uri }
  }),
  serve(wire.answerAppRequest, async ({ db, actor, context, input }) => {
    const { app, scopes } = await requestedApp(db, actor.role, input)
    const { redirect_uri, state, code_challenge, is_approved } = input
    if (!is_approved) return redirection(redirect_uri, { error: 'access_denied', state })
    const code = context.random(32).toString('base64url')
    await insertGrant(db, { app_id: app.id, user_id: actor.id, scopes, redirect_uri, code_hash: keyedHash(context.secret, code), code_challenge })
    return redirection(redirect_uri, { code, state })
  }),
  serve(wire.listAppGrants, async ({ db, actor }) => ({ items: await grantsOf(db, actor.id) })),
  serve(wire.revokeAppGrant, ({ db, actor, input }) => revokeOwnGrant(db, actor.id, input.id)),
  formRoute(
    serve(
      wire.issueAppToken,
      async ({ context, client, input }) => {
        await recordAttempt(context.db, addressLimit, client.ip)
        return issueToken(context, input)
      },
      { atomic: false },
    ),
  ),
  formRoute(
    serve(wire.revokeAppToken, async ({ context, db, client, input }) => {
      await recordAttempt(context.db, addressLimit, client.ip)
      return revokeByToken(context, db, input)
    }),
  ),
  serve(wire.getSmartConfiguration, async ({ context: { config } }) => ({
    authorization_endpoint: `${config.public_url}/settings/authorize`,
    token_endpoint: `${config.public_url}/oauth/token`,
    revocation_endpoint: `${config.public_url}/oauth/revoke`,
    grant_types_supported: ['authorization_code', 'refresh_token'],
    response_types_supported: ['code'],
    scopes_supported: [...wire.appScopes, 'launch/patient'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    capabilities: [
      'launch-standalone',
      'client-public',
      'context-standalone-patient',
      'permission-offline',
      'permission-patient',
      'permission-user',
      'permission-v2',
    ],
  })),
]
