import { account } from './account.ts'
import { activity } from './activity.ts'
import { admin } from './admin.ts'
import { answer } from './answer.ts'
import { assessment } from './assessment.ts'
import { booking } from './booking.ts'
import { bulk_message } from './bulk-message.ts'
import { calendar } from './calendar.ts'
import { canned_reply } from './canned-reply.ts'
import { checkup } from './checkup.ts'
import { common } from './common.ts'
import { contract } from './contract.ts'
import { conversation } from './conversation.ts'
import { data_entry_request } from './data-entry-request.ts'
import { errors } from './errors.ts'
import { event } from './event.ts'
import { facility } from './facility.ts'
import { failure } from './failure.ts'
import { habit } from './habit.ts'
import { health_record } from './health-record.ts'
import { home } from './home.ts'
import { illness } from './illness.ts'
import { imaging } from './imaging.ts'
import { interview } from './interview.ts'
import { interviews } from './interviews.ts'
import { karte } from './karte.ts'
import type { Phrases } from './kit.ts'
import { lifestyle } from './lifestyle.ts'
import { mail } from './mail.ts'
import { medication } from './medication.ts'
import { message } from './message.ts'
import { message_card } from './message-card.ts'
import { message_room } from './message-room.ts'
import { minutes } from './minutes.ts'
import { notification } from './notification.ts'
import { patient } from './patient.ts'
import { picture } from './picture.ts'
import { questionnaire } from './questionnaire.ts'
import { release } from './release.ts'
import { results } from './results.ts'
import { results_import } from './results-import.ts'
import { score } from './score.ts'
import { shell } from './shell.ts'
import { stress_check } from './stress-check.ts'
import { symptom } from './symptom.ts'
import { task } from './task.ts'
import { timeline } from './timeline.ts'
import { today } from './today.ts'
import { ui } from './ui.ts'

/** The namespaces, one a domain, served as /locales/{lng}/{ns}.json. */
export const namespaces = {
  account,
  activity,
  admin,
  answer,
  assessment,
  calendar,
  booking,
  bulk_message,
  canned_reply,
  checkup,
  common,
  contract,
  conversation,
  data_entry_request,
  errors,
  event,
  facility,
  failure,
  habit,
  health_record,
  home,
  illness,
  imaging,
  interview,
  interviews,
  karte,
  lifestyle,
  mail,
  medication,
  message,
  message_card,
  message_room,
  minutes,
  notification,
  patient,
  picture,
  questionnaire,
  release,
  results,
  results_import,
  score,
  shell,
  stress_check,
  symptom,
  task,
  today,
  timeline,
  ui,
} satisfies Record<string, Phrases>
export type Namespace = keyof typeof namespaces
