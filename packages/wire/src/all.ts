import * as account from './account.ts'
import * as activity from './activity.ts'
import * as assessment from './assessment.ts'
import * as booking from './booking.ts'
import * as bulk_message from './bulk-message.ts'
import * as calendar from './calendar.ts'
import * as canned_reply from './canned-reply.ts'
import * as checkup from './checkup.ts'
import * as contract from './contract.ts'
import * as data_entry_request from './data-entry-request.ts'
import * as facility from './facility.ts'
import * as habit from './habit.ts'
import * as health_record from './health-record.ts'
import * as illness from './illness.ts'
import * as imaging from './imaging.ts'
import * as import_row from './import-row.ts'
import * as interview from './interview.ts'
import * as karte from './karte.ts'
import * as karte_template from './karte-template.ts'
import type { Endpoint } from './kit.ts'
import * as lifestyle from './lifestyle.ts'
import * as medication from './medication.ts'
import * as message from './message.ts'
import * as message_card from './message-card.ts'
import * as message_mark from './message-mark.ts'
import * as message_presence from './message-presence.ts'
import * as message_room from './message-room.ts'
import * as minutes from './minutes.ts'
import * as notification from './notification.ts'
import * as patient from './patient.ts'
import * as platform from './platform.ts'
import * as questionnaire from './questionnaire.ts'
import * as result from './result.ts'
import * as results_import from './results-import.ts'
import * as score from './score.ts'
import * as stress_check from './stress-check.ts'
import * as symptom from './symptom.ts'
import * as task from './task.ts'
import * as timeline from './timeline.ts'
import * as today from './today.ts'

/** The domains, in the order of the API document. */
export const domains = {
  account,
  patient,
  contract,
  message: { ...message_room, ...message, ...message_mark, ...message_presence, ...message_card },
  canned_reply,
  bulk_message,
  notification,
  facility,
  checkup: { ...checkup, ...result, ...booking },
  imaging,
  assessment,
  illness,
  medication,
  habit,
  score,
  interview,
  minutes,
  calendar,
  stress_check,
  task,
  today,
  karte: { ...karte, ...karte_template },
  data_entry_request,
  questionnaire,
  timeline,
  symptom,
  lifestyle,
  activity,
  health_record,
  results_import: { ...results_import, ...import_row },
  platform,
}

const isEndpoint = (v: unknown): v is Endpoint => typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'permission' in v

/** Every call of the API. */
export const endpoints: { domain: string; name: string; endpoint: Endpoint }[] = Object.entries(domains).flatMap(([domain, exports]) =>
  Object.entries(exports).flatMap(([name, value]) => (isEndpoint(value) ? [{ domain, name, endpoint: value }] : [])),
)
