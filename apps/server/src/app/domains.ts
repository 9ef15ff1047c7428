import { accountDomain } from '../domains/account/domain.ts'
import { activityDomain } from '../domains/activity/domain.ts'
import { administrationDomain } from '../domains/administration/domain.ts'
import { assessmentDomain } from '../domains/assessment/domain.ts'
import { auditDomain } from '../domains/audit/domain.ts'
import { bulkMessageDomain } from '../domains/bulk-message/domain.ts'
import { calendarDomain } from '../domains/calendar/domain.ts'
import { cannedReplyDomain } from '../domains/canned-reply/domain.ts'
import { checkupDomain } from '../domains/checkup/domain.ts'
import { connectedAppDomain } from '../domains/connected-app/domain.ts'
import { contractDomain } from '../domains/contract/domain.ts'
import { dataEntryRequestDomain } from '../domains/data-entry-request/domain.ts'
import { dataExportDomain } from '../domains/data-export/domain.ts'
import { deviceDomain } from '../domains/device/domain.ts'
import { diseaseDomain } from '../domains/disease/domain.ts'
import { facilityDomain } from '../domains/facility/domain.ts'
import { fhirDomain } from '../domains/fhir/domain.ts'
import { habitDomain } from '../domains/habit/domain.ts'
import { healthRecordDomain } from '../domains/health-record/domain.ts'
import { illnessDomain } from '../domains/illness/domain.ts'
import { imagingDomain } from '../domains/imaging/domain.ts'
import { interviewDomain } from '../domains/interview/domain.ts'
import { karteDomain } from '../domains/karte/domain.ts'
import { lifestyleDomain } from '../domains/lifestyle/domain.ts'
import { lineAccountDomain } from '../domains/line-account/domain.ts'
import { medicationDomain } from '../domains/medication/domain.ts'
import { membershipDomain } from '../domains/membership/domain.ts'
import { messageDomain } from '../domains/message/domain.ts'
import { minutesDomain } from '../domains/minutes/domain.ts'
import { notificationDomain } from '../domains/notification/domain.ts'
import { patientDomain } from '../domains/patient/domain.ts'
import { patientListDomain } from '../domains/patient-list/domain.ts'
import { paymentDomain } from '../domains/payment/domain.ts'
import { platformDomain } from '../domains/platform/domain.ts'
import { policyDomain } from '../domains/policy/domain.ts'
import { questionnaireDomain } from '../domains/questionnaire/domain.ts'
import { registrationDomain } from '../domains/registration/domain.ts'
import { releaseQueueDomain } from '../domains/release-queue/domain.ts'
import { reportDomain } from '../domains/report/domain.ts'
import { resultsImportDomain } from '../domains/results-import/domain.ts'
import { scoreDomain } from '../domains/score/domain.ts'
import { shareDomain } from '../domains/share/domain.ts'
import { shopDomain } from '../domains/shop/domain.ts'
import { stressCheckDomain } from '../domains/stress-check/domain.ts'
import { symptomDomain } from '../domains/symptom/domain.ts'
import { taskDomain } from '../domains/task/domain.ts'
import { timelineDomain } from '../domains/timeline/domain.ts'
import { todayDomain } from '../domains/today/domain.ts'
import type { Domain } from '../http/domain.ts'
import { housekeepingJob } from './housekeeping.ts'

/** All domains by level. A domain may import those of its own level and of lower levels, which come earlier in this list. */
export const domains: readonly Domain[] = [
  // people
  accountDomain,
  policyDomain,
  lineAccountDomain,
  connectedAppDomain,
  patientDomain,
  contractDomain,
  facilityDomain,
  notificationDomain,
  paymentDomain,
  // record
  diseaseDomain,
  checkupDomain,
  imagingDomain,
  illnessDomain,
  medicationDomain,
  symptomDomain,
  lifestyleDomain,
  activityDomain,
  deviceDomain,
  healthRecordDomain,
  stressCheckDomain,
  shopDomain,
  // care
  questionnaireDomain,
  dataEntryRequestDomain,
  interviewDomain,
  reportDomain,
  membershipDomain,
  minutesDomain,
  karteDomain,
  habitDomain,
  assessmentDomain,
  scoreDomain,
  messageDomain,
  registrationDomain,
  bulkMessageDomain,
  cannedReplyDomain,
  taskDomain,
  calendarDomain,
  // boards
  patientListDomain,
  todayDomain,
  timelineDomain,
  resultsImportDomain,
  releaseQueueDomain,
  administrationDomain,
  auditDomain,
  fhirDomain,
  dataExportDomain,
  shareDomain,
  platformDomain,
]

export const routes = domains.flatMap((domain) => domain.routes)
export const retention = domains.flatMap((domain) => domain.retention ?? [])
export const jobs = [housekeepingJob(retention), ...domains.flatMap((domain) => domain.jobs ?? [])]
export const fileGuards = domains.flatMap((domain) => domain.fileGuards ?? [])
