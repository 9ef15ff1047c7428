import { type RecordPart, recordParts } from '@sukoyaka/wire/people/record-access'

/** Part of the record by the first segment of a path, without `/api` or `/api/admin` at its start. */
export const partOfSegment: Record<string, RecordPart> = {
  users: 'profile',
  care_people: 'profile',
  record_presences: 'profile',
  contracts: 'profile',
  contract_charges: 'profile',
  memberships: 'profile',
  similar_patients: 'profile',
  duplicates: 'profile',
  merge_preview: 'profile',
  merges: 'profile',
  test_results: 'results',
  lipid_risk: 'results',
  releases: 'results',
  results_imports: 'results',
  checkup_reports: 'results',
  urgent_contacts: 'results',
  today_reviews: 'results',
  numeric_test_result_category_reference_ranges: 'results',
  image_test_results: 'images',
  test_packages: 'checkups',
  checkup_offers: 'checkups',
  checkup_waitlist: 'checkups',
  checkup_quota: 'checkups',
  symptoms: 'symptoms',
  lifestyles: 'lifestyle',
  sleeps: 'activity',
  steps: 'activity',
  device_days: 'activity',
  device_orders: 'activity',
  device_syncs: 'activity',
  apple_healthkits: 'activity',
  google_health_connect_values: 'activity',
  google_fit_values: 'activity',
  health_records: 'self_records',
  past_illnesses: 'illnesses',
  family_past_illnesses: 'illnesses',
  performed_operations: 'illnesses',
  allergy_reactions: 'allergies',
  medicine_intakes: 'medicines',
  supplement_intakes: 'medicines',
  health_scores: 'score',
  job_stress_checks: 'stress_check',
  job_stress_check_results: 'stress_check',
  job_stress_check_draft: 'stress_check',
  job_stress_check_link: 'stress_check',
  questionnaires: 'questionnaires',
  data_entry_requests: 'questionnaires',
  medical_questionnaire_answers: 'questionnaires',
  interviews: 'interviews',
  interview_quota: 'interviews',
  interview_proposals: 'interviews',
  unmatched_minutes: 'interviews',
  auto_minutes: 'interviews',
  kartes: 'notes',
  karte_drafts: 'notes',
  assessments: 'goals',
  habit_goals: 'goals',
  bulk_messages: 'messages',
  message_likes: 'messages',
  message_mentions: 'messages',
  message_open_histories: 'messages',
  message_reactions: 'messages',
  messages: 'messages',
  message_rooms: 'messages',
  message_pins: 'messages',
  message_notes: 'messages',
  message_reminders: 'messages',
  room_presences: 'messages',
  tasks: 'tasks',
}

/** Part of the record that a call reads or changes. `action` is its method and path pattern; in the audit log, ` (list)` follows if it listed patients. */
export const recordPartOf = (action: string): RecordPart => {
  const [method, path = ''] = action.split(' ')
  if (path.startsWith('/files/')) return 'files'
  // checkups are read with the comment, the judgements and the counts of their results; a release shows the results to the patient
  if (method === 'GET' ? /^\/api\/test_packages(\/:id\/test_results)?$/.test(path) : path === '/api/test_packages/:id/release') return 'results'
  const [segment = ''] = path.replace(/^(\/api)?(\/admin)?\//, '').split('/')
  return partOfSegment[segment] ?? 'other'
}

/** POSTs that leave the record as it is: searches, reports of what pages have on screen, previews, dry runs and the opening of shared records. */
const readPaths = /(\/_search|\/query|_presences|\/visibilities|\/preview(_notice)?|\/check|\/shared_records|\/share\/:token)$/

/** Whether a call leaves the record as it is. `action` is its method and path pattern. */
export const isReadAction = (action: string): boolean => action.startsWith('GET ') || (action.startsWith('POST ') && readPaths.test(action))

type LoggedAccess = { id: number; at: string; user_id: number; action: string }
export type MergedAccess = { id: number; from: string; until: string; user_id: number; read: RecordPart[]; changed: RecordPart[] }

const gapMs = 30 * 60_000

/** Merges the accesses of one person that are at most 30 minutes apart. Both the log and the result have the newest first. */
export const mergeAccesses = (log: readonly LoggedAccess[]): MergedAccess[] => {
  const merged: MergedAccess[] = []
  const latestOf = new Map<number, MergedAccess>()
  for (const { id, at, user_id, action } of log) {
    const latest = latestOf.get(user_id)
    const isNear = latest && Date.parse(latest.from) - Date.parse(at) <= gapMs
    const access = isNear ? latest : { id, from: at, until: at, user_id, read: [], changed: [] }
    if (!isNear) merged.push(access)
    latestOf.set(user_id, access)
    access.from = at
    const parts = isReadAction(action) ? access.read : access.changed
    const part = recordPartOf(action)
    if (!parts.includes(part)) parts.push(part)
  }
  for (const { read, changed } of merged) for (const parts of [read, changed]) parts.sort((a, b) => recordParts.indexOf(a) - recordParts.indexOf(b))
  return merged
}
