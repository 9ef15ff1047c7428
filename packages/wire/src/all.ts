import * as admin_canned_reply from './boards/admin/canned-reply.ts'
import * as admin_care_team from './boards/admin/care-team.ts'
import * as admin_connected_app from './boards/admin/connected-app.ts'
import * as admin_contract from './boards/admin/contract.ts'
import * as admin_coupon from './boards/admin/coupon.ts'
import * as admin_delivery_rule from './boards/admin/delivery-rule.ts'
import * as admin_disease from './boards/admin/disease.ts'
import * as admin_emoticon from './boards/admin/emoticon.ts'
import * as admin_facility from './boards/admin/facility.ts'
import * as admin_goal_template from './boards/admin/goal-template.ts'
import * as admin_image_category from './boards/admin/image-category.ts'
import * as admin_merge from './boards/admin/merge.ts'
import * as admin_plan from './boards/admin/plan.ts'
import * as admin_policy from './boards/admin/policy.ts'
import * as admin_product from './boards/admin/product.ts'
import * as admin_product_category from './boards/admin/product-category.ts'
import * as admin_record_template from './boards/admin/record-template.ts'
import * as admin_reference_range from './boards/admin/reference-range.ts'
import * as admin_result_category from './boards/admin/result-category.ts'
import * as admin_system from './boards/admin/system.ts'
import * as admin_test_category from './boards/admin/test-category.ts'
import * as admin_user from './boards/admin/user.ts'
import * as admin_view from './boards/admin/view.ts'
import * as audit from './boards/audit.ts'
import * as bulk_message from './boards/bulk-message.ts'
import * as data_export from './boards/data-export.ts'
import * as fhir from './boards/fhir.ts'
import * as fhir_export from './boards/fhir-export.ts'
import * as fhir_import from './boards/fhir-import.ts'
import * as import_row from './boards/import-row.ts'
import * as platform from './boards/platform.ts'
import * as release_queue from './boards/release-queue.ts'
import * as results_import from './boards/results-import.ts'
import * as share from './boards/share.ts'
import * as shared_record from './boards/shared-record.ts'
import * as timeline from './boards/timeline.ts'
import * as today from './boards/today.ts'
import * as urgent_contact from './boards/urgent-contact.ts'
import * as assessment from './care/assessment.ts'
import * as calendar from './care/calendar.ts'
import * as canned_reply from './care/canned-reply.ts'
import * as habit from './care/habit.ts'
import * as interview from './care/interview.ts'
import * as invitation from './care/invitation.ts'
import * as karte from './care/karte.ts'
import * as karte_template from './care/karte-template.ts'
import * as membership from './care/membership.ts'
import * as message from './care/message.ts'
import * as message_card from './care/message-card.ts'
import * as message_mark from './care/message-mark.ts'
import * as message_note from './care/message-note.ts'
import * as message_presence from './care/message-presence.ts'
import * as message_room from './care/message-room.ts'
import * as minutes from './care/minutes.ts'
import * as report from './care/report.ts'
import * as task from './care/task.ts'
import type { Endpoint } from './endpoint.ts'
import * as account from './people/account.ts'
import * as account_admin from './people/account-admin.ts'
import * as cart from './people/cart.ts'
import * as connected_app from './people/connected-app.ts'
import * as contract from './people/contract.ts'
import * as credentials from './people/credentials.ts'
import * as facility from './people/facility.ts'
import * as icon from './people/icon.ts'
import * as line_account from './people/line-account.ts'
import * as notification from './people/notification.ts'
import * as order from './people/order.ts'
import * as order_admin from './people/order-admin.ts'
import * as passkey from './people/passkey.ts'
import * as patient from './people/patient.ts'
import * as payment from './people/payment.ts'
import * as policy from './people/policy.ts'
import * as product from './people/product.ts'
import * as product_check from './people/product-check.ts'
import * as recommendation from './people/recommendation.ts'
import * as record_access from './people/record-access.ts'
import * as record_presence from './people/record-presence.ts'
import * as registration from './people/registration.ts'
import * as regular_delivery from './people/regular-delivery.ts'
import * as seller from './people/seller.ts'
import * as session from './people/session.ts'
import * as activity from './record/activity.ts'
import * as booking from './record/booking.ts'
import * as checkup from './record/checkup.ts'
import * as data_entry_request from './record/data-entry-request.ts'
import * as device from './record/device.ts'
import * as device_day from './record/device-day.ts'
import * as google_access from './record/google-access.ts'
import * as health_record from './record/health-record.ts'
import * as illness from './record/illness.ts'
import * as imaging from './record/imaging.ts'
import * as lifestyle from './record/lifestyle.ts'
import * as lipid_risk from './record/lipid-risk.ts'
import * as medication from './record/medication.ts'
import * as questionnaire from './record/questionnaire.ts'
import * as result from './record/result.ts'
import * as score from './record/score.ts'
import * as stress_check from './record/stress-check.ts'
import * as symptom from './record/symptom.ts'

/** Endpoints by domain, in the order of the OpenAPI document. */
export const domains = {
  account: { ...account, ...icon, ...credentials, ...session, ...passkey },
  registration: { ...registration, ...invitation, ...account_admin },
  line_account,
  policy,
  connected_app,
  patient: { ...patient, ...record_access, ...record_presence },
  data_export,
  contract,
  payment,
  shop: { ...product, ...product_check, ...cart, ...recommendation, ...order, ...order_admin, ...regular_delivery, ...seller },
  membership,
  message: { ...message_room, ...message, ...message_mark, ...message_note, ...message_presence, ...message_card },
  canned_reply,
  bulk_message,
  notification,
  facility,
  checkup: { ...checkup, ...result, ...booking, ...lipid_risk },
  imaging,
  assessment,
  illness,
  medication,
  habit,
  score,
  interview,
  minutes,
  calendar,
  report,
  stress_check,
  task,
  today: { ...today, ...urgent_contact },
  release_queue,
  karte: { ...karte, ...karte_template },
  data_entry_request,
  questionnaire,
  timeline,
  symptom,
  lifestyle,
  activity,
  device: { ...device, ...device_day, ...google_access },
  health_record,
  results_import: { ...results_import, ...import_row },
  administration: {
    ...admin_facility,
    ...admin_plan,
    ...admin_merge,
    ...admin_user,
    ...admin_view,
    ...admin_contract,
    ...admin_care_team,
    ...admin_connected_app,
    ...admin_policy,
    ...admin_system,
    ...admin_disease,
    ...admin_image_category,
    ...admin_test_category,
    ...admin_canned_reply,
    ...admin_emoticon,
    ...admin_goal_template,
    ...admin_record_template,
    ...admin_result_category,
    ...admin_reference_range,
    ...admin_product,
    ...admin_product_category,
    ...admin_coupon,
    ...admin_delivery_rule,
  },
  audit,
  fhir: { ...fhir, ...fhir_export, ...fhir_import },
  share: { ...share, ...shared_record },
  platform,
}

/** Tags that change events also carry without a call that lists them, for example after a calculation in the background. */
export const publishedTags = { changes: ['health_scores'], staffChanges: ['room_presences', 'record_presences'] } as const

type Exports<Module> = Module[keyof Module]
type Tags<Exported> =
  | (Exported extends { changes: readonly (infer Name extends string)[] } ? Name : never)
  | (Exported extends { staffChanges: readonly (infer Name extends string)[] } ? Name : never)
/** Cache tag: names what a call changes. Change events carry the tag, and clients refetch what they cached under it. */
export type Tag = Tags<typeof publishedTags | { [Domain in keyof typeof domains]: Exports<(typeof domains)[Domain]> }[keyof typeof domains]>

const isEndpoint = (candidate: unknown): candidate is Endpoint =>
  typeof candidate === 'object' && candidate !== null && 'method' in candidate && 'path' in candidate && 'permission' in candidate

/** All endpoints of the API. */
export const endpoints: { domain: string; name: string; endpoint: Endpoint }[] = Object.entries(domains).flatMap(([domain, exports]) =>
  Object.entries(exports).flatMap(([name, value]) => (isEndpoint(value) ? [{ domain, name, endpoint: value }] : [])),
)

export const changedTags = ({ changes = [], staffChanges = [] }: Endpoint) => [...changes, ...staffChanges] as Tag[]

/** Tags that change events never carry to patients. */
export const staffOnlyTags: ReadonlySet<string> = new Set([...publishedTags.staffChanges, ...endpoints.flatMap(({ endpoint }) => endpoint.staffChanges ?? [])])
