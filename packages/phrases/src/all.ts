import { admin } from './admin.ts'
import { bulk_message } from './boards/bulk-message.ts'
import { fhir_import } from './boards/fhir-import.ts'
import { merge } from './boards/merge.ts'
import { order_admin } from './boards/order-admin.ts'
import { records } from './boards/records.ts'
import { release_queue } from './boards/release-queue.ts'
import { results_import } from './boards/results-import.ts'
import { share } from './boards/share.ts'
import { system } from './boards/system.ts'
import { timeline } from './boards/timeline.ts'
import { today } from './boards/today.ts'
import { assessment } from './care/assessment.ts'
import { calendar } from './care/calendar.ts'
import { canned_reply } from './care/canned-reply.ts'
import { conversation } from './care/conversation.ts'
import { habit } from './care/habit.ts'
import { interview } from './care/interview.ts'
import { interviews } from './care/interviews.ts'
import { karte } from './care/karte.ts'
import { message } from './care/message.ts'
import { message_card } from './care/message-card.ts'
import { message_room } from './care/message-room.ts'
import { minutes } from './care/minutes.ts'
import { report } from './care/report.ts'
import { task } from './care/task.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { event } from './event.ts'
import { failure } from './failure.ts'
import { home } from './home.ts'
import type { Phrases } from './language.ts'
import { mail } from './mail.ts'
import { account } from './people/account.ts'
import { account_settings } from './people/account-settings.ts'
import { connected_app } from './people/connected-app.ts'
import { contract } from './people/contract.ts'
import { contract_form } from './people/contract-form.ts'
import { data_export } from './people/data-export.ts'
import { dispute } from './people/dispute.ts'
import { facility } from './people/facility.ts'
import { invitation } from './people/invitation.ts'
import { line_account } from './people/line-account.ts'
import { membership } from './people/membership.ts'
import { notification } from './people/notification.ts'
import { order } from './people/order.ts'
import { patient } from './people/patient.ts'
import { profile } from './people/profile.ts'
import { recommend } from './people/recommend.ts'
import { record_access } from './people/record-access.ts'
import { registration } from './people/registration.ts'
import { seller } from './people/seller.ts'
import { shop } from './people/shop.ts'
import { picture } from './picture.ts'
import { activity } from './record/activity.ts'
import { answer } from './record/answer.ts'
import { booking } from './record/booking.ts'
import { checkup } from './record/checkup.ts'
import { data_entry_request } from './record/data-entry-request.ts'
import { device } from './record/device.ts'
import { explanation } from './record/explanation.ts'
import { first_aid } from './record/first-aid.ts'
import { health_record } from './record/health-record.ts'
import { illness } from './record/illness.ts'
import { imaging } from './record/imaging.ts'
import { lifestyle } from './record/lifestyle.ts'
import { medication } from './record/medication.ts'
import { questionnaire } from './record/questionnaire.ts'
import { release } from './record/release.ts'
import { results } from './record/results.ts'
import { score } from './record/score.ts'
import { stress_check } from './record/stress-check.ts'
import { symptom } from './record/symptom.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'
import { unsaved } from './unsaved.ts'

/** Translation namespaces by name, served as /locales/{lng}/{ns}.json. */
export const namespaces = {
  account,
  account_settings,
  connected_app,
  share,
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
  explanation,
  facility,
  failure,
  habit,
  fhir_import,
  first_aid,
  health_record,
  home,
  illness,
  imaging,
  invitation,
  interview,
  interviews,
  karte,
  lifestyle,
  mail,
  medication,
  line_account,
  membership,
  contract_form,
  data_export,
  message,
  message_card,
  message_room,
  minutes,
  notification,
  patient,
  recommend,
  device,
  record_access,
  picture,
  profile,
  questionnaire,
  records,
  registration,
  report,
  release,
  results,
  results_import,
  score,
  order,
  order_admin,
  dispute,
  seller,
  shop,
  shell,
  stress_check,
  symptom,
  merge,
  system,
  task,
  today,
  release_queue,
  timeline,
  ui,
  unsaved,
} satisfies Record<string, Phrases>
export type Namespace = keyof typeof namespaces
