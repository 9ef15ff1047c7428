import { createHmac } from 'node:crypto'
import * as line from '@sukoyaka/wire/people/line-account'
import type { Actor } from '../../access/actor.ts'
import { assertValid } from '../../access/rows.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { serve } from '../../http/serve.ts'
import { idTokenOf } from './code.ts'
import { lineUserOf } from './id-token.ts'
import { linkedAt, removeLink, saveLink } from './store.ts'

/** The nonce binds a LINE login to this session, so that nobody can be made to link somebody else's LINE account. */
const nonceOf = ({ secret }: AppContext, { session_id }: Actor) => createHmac('sha256', secret).update(`line ${session_id}`).digest('base64url')

const stateOf = async (context: AppContext, db: Db, actor: Actor) => {
  const { line: channel } = context.config
  return { channel_id: channel?.channel_id ?? null, nonce: channel ? nonceOf(context, actor) : null, linked_at: await linkedAt(db, actor) }
}

export const lineAccountRoutes = [
  serve(line.getLineAccount, ({ context, db, actor }) => stateOf(context, db, actor)),
  serve(
    line.linkLineAccount,
    async ({ context, db, actor, input: { id_token, code } }) => {
      const { line: channel } = context.config
      if (!channel) throw apiError('not_found')
      assertValid({ code: !id_token && !code && 'required' })
      const token = id_token ?? (await idTokenOf(channel, code!, `${context.config.public_url}/settings/line`))
      await saveLink(db, actor, lineUserOf(token, { ...channel, nonce: nonceOf(context, actor), now: context.clock() }))
      return stateOf(context, db, actor)
    },
    // the request to LINE must not happen within a transaction
    { atomic: false },
  ),
  serve(line.unlinkLineAccount, ({ db, actor }) => removeLink(db, actor)),
]
