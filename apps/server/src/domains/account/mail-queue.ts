import type { Language } from '@sukoyaka/phrases/language'

export const accountMailQueue = 'account_mail'

/**
 * A mail about an account. The job makes the token, so that no secret is stored in the queue. `user_id` 0 is nobody: a request for an unknown address
 * takes the same steps as for a known one.
 */
export type AccountMail = { language: Language } & (
  | { kind: 'password_reset'; user_id: number; requested_at?: string }
  | { kind: 'activation' | 'password_changed' | 'passkey_added' | 'passkey_removed' | 'data_export'; user_id: number }
  | { kind: 'email_changed'; token_id: number }
)

/** URL of a page of the web app in a language. */
export const accountPage = (public_url: string, page: 'activate' | 'reset_password' | 'settings/data', language: Language) =>
  `${public_url}${language === 'ja' ? '' : `/${language}`}/${page}`
