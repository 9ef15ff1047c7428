import { common } from './common.ts'
import { errors } from './errors.ts'
import type { Phrases } from './kit.ts'
import { mail } from './mail.ts'
import { ui } from './ui.ts'

/** The namespaces, one a domain, served as /locales/{lng}/{ns}.json. */
export const namespaces = { common, errors, mail, ui } satisfies Record<string, Phrases>
export type Namespace = keyof typeof namespaces
