import { account } from './account.ts'
import { admin } from './admin.ts'
import { assessment } from './assessment.ts'
import { checkup } from './checkup.ts'
import { common } from './common.ts'
import { contract } from './contract.ts'
import { errors } from './errors.ts'
import { failure } from './failure.ts'
import { habit } from './habit.ts'
import { illness } from './illness.ts'
import type { Phrases } from './kit.ts'
import { mail } from './mail.ts'
import { message } from './message.ts'
import { patient } from './patient.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'

/** The namespaces, one a domain, served as /locales/{lng}/{ns}.json. */
export const namespaces = {
  account,
  admin,
  assessment,
  checkup,
  common,
  contract,
  errors,
  failure,
  habit,
  illness,
  mail,
  message,
  patient,
  shell,
  ui,
} satisfies Record<string, Phrases>
export type Namespace = keyof typeof namespaces
