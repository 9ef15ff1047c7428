import * as account from '@sukoyaka/wire/people/account'
import * as credentials from '@sukoyaka/wire/people/credentials'
import * as icon from '@sukoyaka/wire/people/icon'
import * as passkey from '@sukoyaka/wire/people/passkey'
import * as session from '@sukoyaka/wire/people/session'
import { serve } from '../../http/serve.ts'
import { changeUserOf } from './actions/change-user.ts'
import { readUser } from './actions/read-user.ts'
import { requestReset, setNewPassword } from './actions/reset-password.ts'
import { answerCode, signInDirectly, signInWithCode } from './actions/sign-in.ts'
import { changeAuthInfo } from './actions/update-auth-info.ts'
import { changeOwnIcon } from './icon/change-icon.ts'
import { devicesOf, endOwnSession, endSessionsExcept, removeDevices, removeOwnDevice, sessionsOf } from './own-browser-store.ts'
import { forgetPasskey, passkeyOptions, passkeySignIn, passkeySignInOptions, registerPasskey } from './passkey/passkey.ts'
import { passkeysOf, renamePasskey } from './passkey/passkey-store.ts'
import { endSession } from './session-store.ts'
import { usersOf } from './store.ts'

export const accountRoutes = [
  // `atomic: false`: counted attempts must survive a rejected call
  serve(account.signIn, signInDirectly, { atomic: false }),
  serve(account.signInV2, signInWithCode, { atomic: false }),
  serve(account.authOtp, answerCode, { atomic: false }),
  serve(credentials.requestPasswordReset, requestReset, { atomic: false }),
  serve(credentials.resetPassword, setNewPassword, { atomic: false }),
  serve(credentials.updateAuthInfo, changeAuthInfo, { atomic: false }),
  serve(session.listSessions, ({ db, actor }) => sessionsOf(db, actor)),
  serve(session.endSession, ({ db, actor, input }) => endOwnSession(db, actor, input.id)),
  serve(session.endOtherSessions, ({ db, actor }) => endSessionsExcept(db, actor)),
  serve(session.listTrustedDevices, ({ db, actor, client }) => devicesOf(db, actor, client.cookies.device)),
  serve(session.removeTrustedDevice, ({ db, actor, input }) => removeOwnDevice(db, actor, input.id)),
  serve(session.removeTrustedDevices, ({ db, actor }) => removeDevices(db, actor.id)),
  serve(passkey.startPasskeySignIn, passkeySignInOptions, { atomic: false }),
  serve(passkey.signInWithPasskey, passkeySignIn, { atomic: false }),
  serve(passkey.listPasskeys, async ({ db, actor }) => ({ items: await passkeysOf(db, actor.id) })),
  serve(passkey.startPasskey, passkeyOptions, { atomic: false }),
  serve(passkey.addPasskey, registerPasskey),
  serve(passkey.changePasskey, ({ db, actor, input }) => renamePasskey(db, actor.id, input.id, input.name.trim())),
  serve(passkey.removePasskey, forgetPasskey),
  serve(account.signOut, async ({ db, actor, reply }) => {
    await endSession(db, actor.session_id)
    reply.header('clear-site-data', '"cache"')
    return null
  }),
  serve(account.getUser, readUser),
  serve(account.changeUser, changeUserOf),
  serve(account.putUser, (call) => changeUserOf(call)),
  serve(icon.setIcon, changeOwnIcon),
  serve(icon.removeIcon, changeOwnIcon),
  serve(account.listUsers, ({ scope, input }) => usersOf(scope, input)),
]
