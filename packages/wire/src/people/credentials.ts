import Type from 'typebox'
import { endpoint, InputObject, Nothing } from '../endpoint.ts'
import { Challenge, Code, Email, NewPassword, OldPassword, Session, Token } from './account.ts'

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/reset_passwords',
  permission: 'public',
  summary: 'Mail a link to set a new password',
  description:
    'The same response for every address, whether or not it has an account. The link is valid for one hour and for one use; a newer link replaces it.',
  body: InputObject({ email: Email }),
  reply: Nothing,
  status: 204,
  errors: ['too_many'],
  example: { body: { email: 'hanako@example.com' } },
})

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/users/reset_password',
  permission: 'public',
  summary: 'Set a new password with the token of the mailed link',
  description:
    'Ends all sessions and the access of connected apps, and forgets all trusted devices. 404 `reset_invalid` if the token is unknown, used, expired or replaced, or if it is of another address than `email`.',
  body: InputObject({ token: Token, email: Type.Optional(Email), password: NewPassword }),
  reply: Nothing,
  status: 204,
  errors: ['reset_invalid', 'too_many'],
  example: { body: { token: 'r4Qb0wI1xr4Qb0wI1xr4Qb0wI1x', password: 'asano-sanpo-30pun' } },
})

export const updateAuthInfo = endpoint({
  method: 'PUT',
  path: '/api/users/update_auth_info',
  permission: 'account.own',
  isSentOnce: true,
  summary: 'Change one’s own password or e-mail address',
  description:
    'A new `email` first gets a code: the response is then a challenge and nothing is changed. Repeat the call with `challenge` and `otp` to change it. The current address is rejected, unless the password changes. Both addresses get a mail about the change. Afterwards the response is a new session; all others end, and so does the access of connected apps. 401 `password_wrong` does not end the session.',
  body: InputObject({
    old_password: OldPassword,
    password: Type.Optional(NewPassword),
    email: Type.Optional(Email),
    challenge: Type.Optional(Token),
    otp: Type.Optional(Code),
  }),
  reply: Type.Union([Challenge, Session]),
  errors: ['password_wrong', 'email_taken', 'otp_invalid', 'otp_expired', 'otp_used_up', 'too_many', 'resend_too_early', 'mail_unavailable'],
  example: {
    body: { old_password: 'asano-sanpo-30pun', password: 'yuugata-no-kaze-8ji' },
    reply: { id: 2, role: 'doctor', email: 'doctor@example.com', first_name: '健一', last_name: '中村', access_token: 'wI1x…' },
  },
  changes: ['users', 'sessions', 'trusted_devices', 'app_grants'],
  audience: 'caller',
})
