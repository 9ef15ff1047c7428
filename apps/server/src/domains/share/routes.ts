import * as wire from '@sukoyaka/wire/boards/share'
import * as shared from '@sukoyaka/wire/boards/shared-record'
import type { Actor } from '../../access/actor.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { keyOfVariant } from '../../files/store-uploads.ts'
import { formRoute } from '../../http/plugins/form-route.ts'
import { serve } from '../../http/serve.ts'
import { bundleOf, bundleType } from './bundle.ts'
import { imageKey } from './image-store.ts'
import { contentsOf, sharedRecord } from './record-store.ts'
import { newSecret, openSecret } from './secret.ts'
import { insertShare, type OwnShare, shareOf, sharesOf, stopShare, updateShare } from './store.ts'
import { cookieName, cookiePath, openShare, requireVisit } from './visit.ts'
import type { OpenShare } from './visit-store.ts'

const pageOf = ({ config }: AppContext, token: string) => `${config.public_url}/share/${token}`

const withSecret = (context: AppContext, { sealed_secret, ...share }: OwnShare): wire.ShareWithSecret => {
  if (share.state !== 'open' || !sealed_secret) return { ...share, url: null, passcode: null }
  const { token, passcode } = openSecret(context, sealed_secret)
  return { ...share, url: pageOf(context, token), passcode }
}
const readOwn = async (context: AppContext, db: Db, actor: Actor, id: number) => withSecret(context, await shareOf(db, actor, id))

/** The patient whose share this is. A share shows at most what the patient may read. */
const ownerOf = ({ user_id }: OpenShare) => ({ id: user_id, role: 'patient' as const })

export const shareRoutes = [
  serve(wire.listShares, async ({ db, actor }) => ({ items: await sharesOf(db, actor) })),
  serve(wire.getShare, ({ context, db, actor, input }) => readOwn(context, db, actor, input.id)),
  serve(wire.addShare, async ({ context, db, actor, input }) => {
    const id = await insertShare(db, actor, await newSecret(context), input)
    return readOwn(context, db, actor, id)
  }),
  serve(wire.changeShare, async ({ context, db, actor, input }) => {
    await updateShare(db, actor, input)
    return readOwn(context, db, actor, input.id)
  }),
  serve(wire.revokeShare, async ({ db, actor, input }) => {
    await stopShare(db, actor, input.id)
    return shareOf(db, actor, input.id)
  }),
  serve(wire.getShareContents, ({ context, scope, actor, language }) => contentsOf({ scope, user_id: actor.id, language, now: context.clock() })),
  serve(
    shared.openSharedRecord,
    async ({ context, scopeOf, client, input }) => {
      const { share, visit } = await openShare(context, input, client, false)
      scopeOf(ownerOf(share), 'patient.read').record(share.user_id)
      client.setCookie(cookieName, visit!, {
        path: cookiePath(input.token),
        httpOnly: true,
        sameSite: 'strict',
        secure: context.config.public_url.startsWith('https:'),
      })
      return { expires_at: share.expires_at }
    },
    { atomic: false },
  ),
  serve(shared.getSharedRecord, async ({ context, scopeOf, client, language, input }) => {
    const share = await requireVisit(context, input.token, client)
    const now = context.clock()
    const reader = { scope: scopeOf(ownerOf(share), 'patient.read'), user_id: share.user_id, language, now }
    return { parts: share.parts, expires_at: share.expires_at, read_at: now.toISOString(), ...(await sharedRecord(reader, share.parts)) }
  }),
  serve(shared.watchSharedRecord, async ({ context, client, input }) => {
    const { expires_at, parts } = await requireVisit(context, input.token, client)
    return { expires_at, parts }
  }),
  serve(shared.getSharedImage, async ({ context, scopeOf, client, input, reply }) => {
    const share = await requireVisit(context, input.token, client, 'images')
    const scope = scopeOf(ownerOf(share), 'patient.read')
    const key = await imageKey(scope, input.id)
    const content = key === undefined ? undefined : await context.files.get(keyOfVariant(key, 'large'))
    if (!content) throw apiError('share_closed')
    const parts: Buffer[] = []
    for await (const part of content) parts.push(part as Buffer)
    reply.type('image/webp')
    return Buffer.concat(parts)
  }),
  formRoute(
    serve(
      shared.getSharedBundle,
      async ({ context, scopeOf, client, input, reply }) => {
        const { share } = await openShare(context, input, client, true)
        const { public_url } = context.config
        const reader = { scope: scopeOf(ownerOf(share), 'patient.read'), user_id: share.user_id, now: context.clock(), public_url }
        const bundle = await bundleOf({ ...reader, page_url: pageOf(context, input.token) }, share.parts)
        reply.type(bundleType)
        return bundle
      },
      { atomic: false },
    ),
  ),
]
