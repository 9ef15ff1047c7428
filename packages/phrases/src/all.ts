import { account } from './account.ts'
import { admin } from './admin.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { failure } from './failure.ts'
import type { Phrases } from './kit.ts'
import { mail } from './mail.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'

/** The namespaces, one a domain, served as /locales/{lng}/{ns}.json. */
export const namespaces = { account, admin, common, errors, failure, mail, shell, ui } satisfies Record<string, Phrases>
export type Namespace = keyof typeof namespaces
