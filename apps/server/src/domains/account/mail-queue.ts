import type { Language } from '@sukoyaka/phrases/language'

export const accountMailQueue = 'account_mail'

/** The two addresses of a change, as columns of its token. */
export const changedAddresses = ['email', 'previous_email'] as const
export type ChangedAddress = (typeof changedAddresses)[number]

/**
 * A mail about an account. The job makes the token, so that no secret is stored in the queue. `user_id` 0 is nobody: a request for an unknown address
 * takes the same steps as for a known one. Each address of a change gets a job of its own, because a retry repeats all mails of a job; a job from before an update
 * has no `address` and is for both.
 */
export type AccountMail = { language: Language } & (
  | { kind: 'password_reset'; user_id: number; requested_at?: string }
  | { kind: 'activation' | 'password_changed' | 'passkey_added' | 'passkey_removed' | 'data_export'; user_id: number }
  | { kind: 'email_changed'; token_id: number; address?: ChangedAddress }
)

/** URL of a page of the web app in a language. */
export const accountPage = (public_url: string, page: 'activate' | 'reset_password' | 'settings/data', language: Language) =>
  `${public_url}${language === 'ja' ? '' : `/${language}`}/${page}`
