import * as account from '@sukoyaka/wire/people/account'
import { serve } from '../../http/serve.ts'
import { changeUserOf } from './actions/change-user.ts'
import { readUser } from './actions/read-user.ts'
import { answerCode, signInDirectly, signInWithCode } from './actions/sign-in.ts'
import { endSession } from './session-store.ts'
import { usersOf } from './store.ts'

export const accountRoutes = [
  // counted attempts must survive a rejected call
  serve(account.signIn, signInDirectly, { atomic: false }),
  serve(account.signInV2, signInWithCode, { atomic: false }),
  serve(account.authOtp, answerCode, { atomic: false }),
  serve(account.signOut, async ({ db, actor, reply }) => {
    await endSession(db, actor.session_id)
    reply.header('clear-site-data', '"cache"')
    return null
  }),
  serve(account.getUser, readUser),
  serve(account.changeUser, changeUserOf),
  serve(account.putUser, (call) => changeUserOf(call)),
  serve(account.listUsers, ({ scope, input }) => usersOf(scope, input)),
]
