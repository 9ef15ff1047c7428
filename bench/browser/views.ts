import type { Page } from 'playwright-core'
import type { Language } from '../../packages/phrases/src/language.ts'
import type { Role } from '../../packages/wire/src/access.ts'
import { enterPassword } from './chromium.ts'
import { doctorDialogs, openColumns, openRow, patientDialogs } from './dialogs.ts'

/** Ids of the demo's records that a path names. `questionnaire` waits for its answers. */
export type Ids = Record<
  'facility' | 'interview' | 'past_interview' | 'questionnaire' | 'answered_questionnaire' | 'import' | 'decided_import' | 'applied_import',
  number
>

export type View = {
  name: string
  path: string
  /** Opens the view from the loaded page, for example by opening a dialog. */
  open?: (page: Page, language: Language) => Promise<unknown>
}

export const prefixOf = (language: Language) => (language === 'ja' ? '' : `/${language}`)

const tabs = ['images', 'symptoms', 'lifestyle', 'activity', 'sleep']
const tabsOf = (path: string): View[] => tabs.map((tab) => ({ name: `database_${tab}`, path: `${path}/database?tab=${tab}` }))

/** One account per language: an account gets at most five codes in 15 minutes. */
const otpRoles = { ja: 'concierge', en: 'nurse', kr: 'trainer' } as const

const anonymous: View[] = [
  { name: 'sign_in', path: '/sign_in' },
  { name: 'otp', path: '/sign_in', open: (page, language) => enterPassword(page, otpRoles[language], prefixOf(language)) },
  { name: 'activate', path: '/activate' },
  { name: 'reset_password', path: '/reset_password' },
  { name: 'not_found', path: '/no/such/page' },
]

const ofPatient = ({ facility, interview, past_interview, questionnaire }: Ids): View[] => [
  { name: 'home', path: '/1/summary' },
  { name: 'messages', path: '/messages' },
  { name: 'database', path: '/1/database' },
  ...tabsOf('/1'),
  { name: 'timeline', path: '/1/timeline' },
  { name: 'interview', path: `/interviews/${interview}` },
  { name: 'interview_past', path: `/interviews/${past_interview}` },
  { name: 'questionnaire', path: `/1/questionnaires/${questionnaire}` },
  { name: 'report', path: '/1/report' },
  { name: 'stress_check', path: '/1/stress_check' },
  { name: 'stress_check_answer', path: '/1/stress_check/answer' },
  { name: 'facilities', path: '/facilities' },
  { name: 'facility', path: `/facilities/${facility}` },
  { name: 'notifications', path: '/notifications' },
  { name: 'settings_access', path: '/settings/access' },
  { name: 'settings_account', path: '/settings/account' },
  { name: 'settings_notifications', path: '/settings/notifications' },
  { name: 'not_found', path: '/20/summary' },
  ...patientDialogs,
]

const ofDoctor = (ids: Ids): View[] => [
  { name: 'today', path: '/today' },
  { name: 'today_all', path: '/today?scope=all' },
  { name: 'summary', path: '/1/summary' },
  { name: 'summary_empty', path: '/146/summary' },
  { name: 'summary_long_name', path: '/144/summary' },
  { name: 'database', path: '/1/database' },
  ...tabsOf('/1'),
  { name: 'database_empty', path: '/146/database' },
  { name: 'database_entry', path: '/1/database/entry' },
  { name: 'timeline', path: '/1/timeline' },
  { name: 'timeline_empty', path: '/146/timeline' },
  { name: 'questionnaire', path: `/1/questionnaires/${ids.answered_questionnaire}` },
  { name: 'questionnaire_waiting', path: `/1/questionnaires/${ids.questionnaire}` },
  { name: 'report', path: '/1/report' },
  { name: 'stress_check', path: '/1/stress_check' },
  { name: 'messages', path: '/messages' },
  { name: 'conversation', path: '/messages/1' },
  { name: 'messages_bulk', path: '/messages/bulk' },
  { name: 'interviews', path: '/interviews' },
  { name: 'interview', path: `/interviews/${ids.interview}` },
  { name: 'interview_past', path: `/interviews/${ids.past_interview}` },
  { name: 'imports', path: '/imports' },
  { name: 'import', path: `/imports/${ids.import}` },
  { name: 'import_mapping', path: `/imports/${ids.decided_import}`, open: openColumns },
  { name: 'import_applied', path: `/imports/${ids.applied_import}` },
  { name: 'import_release', path: `/imports/${ids.applied_import}/release` },
  { name: 'import_release_row', path: `/imports/${ids.applied_import}/release`, open: openRow },
  { name: 'releases', path: '/releases' },
  { name: 'facilities', path: '/facilities' },
  { name: 'facility', path: `/facilities/${ids.facility}` },
  { name: 'notifications', path: '/notifications' },
  { name: 'settings_replies', path: '/settings/replies' },
  { name: 'settings_notifications', path: '/settings/notifications' },
  { name: 'dev_ui', path: '/dev/ui' },
  ...doctorDialogs(ids),
]

const ofAdmin = ({ facility }: Ids): View[] => [
  { name: 'admin', path: '/admin' },
  { name: 'admin_facilities', path: '/admin/facilities' },
  { name: 'admin_facility', path: `/admin/facilities?id=${facility}` },
  { name: 'admin_plan_new', path: '/admin/plans?id=new' },
  { name: 'admin_contracts', path: '/admin/contracts' },
  { name: 'admin_care_team_new', path: '/admin/care_team?id=new' },
  { name: 'admin_policies', path: '/admin/policies' },
  { name: 'admin_audit', path: '/admin/audit' },
  { name: 'admin_system', path: '/admin/system' },
  { name: 'summary', path: '/1/summary' },
  { name: 'facility', path: `/facilities/${facility}` },
]

/** Pages and main dialogs by role. Not every page of `packages/wire/src/pages.ts` is among them: those of the shop, for example, are not. */
export const viewsOf = (ids: Ids): { role: Role | undefined; views: View[] }[] => [
  { role: undefined, views: anonymous },
  { role: 'patient', views: ofPatient(ids) },
  { role: 'doctor', views: ofDoctor(ids) },
  { role: 'admin', views: ofAdmin(ids) },
]
