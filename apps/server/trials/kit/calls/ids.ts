import type { SeparateIds } from '../../../test/contract/calls/call.ts'
import type { RequestIds, Subject } from '../rows/records.ts'

const noNotes = { kartes: [], images: [], drafts: [], draft_images: [] }

/**
 * Ids of the request definitions for one patient and caller. Requests that end or consume an object take their id from a list, one entry per request; all
 * callers share the lists of a patient.
 */
export const idsOf = (
  subject: Subject,
  { hanako, imports, templates, feeds, browsers, notices, policies, accounts, testApp }: RequestIds,
  caller_id: number,
): SeparateIds => {
  const admin_id = testApp.staff.admin.id
  /** The caller's rows; for callers without any, one row of an admin. */
  const ownOf = (rows: Record<number, number[]>) => (rows[caller_id]?.length ? rows[caller_id] : (rows[admin_id]?.slice(0, 1) ?? []))
  const { bookings, messages, marks, minutes } = subject
  const notes = subject.kartesByAuthor[caller_id] ?? subject.kartesByAuthor[admin_id] ?? noNotes
  const notice = notices[caller_id] ?? notices[hanako.user_id]!
  return {
    user: subject.user_id,
    users: [subject.user_id],
    word: subject.canary,
    room: subject.room_id,
    package: subject.package_id,
    sparePackage: subject.spare_package_id,
    undatedPackage: bookings.arranged_id,
    datedPackage: bookings.dated_id,
    removablePackages: bookings.removable,
    cancellablePackages: bookings.cancellable,
    result: subject.result_id,
    spareResults: subject.spare_result_ids,
    assessment: subject.assessment_id,
    goal: subject.goal_id,
    spareGoals: subject.spare_goal_ids,
    recordIds: subject.recordIds,
    freeKinds: subject.free_kinds,
    tasks: subject.task_ids,
    questionnaire: subject.requested.questionnaire_id,
    request: subject.requested.request_id,
    reviews: subject.review_ids,
    contacts: subject.contact_ids,
    interviews: subject.interview_ids,
    healthRecord: subject.record_id,
    spareHealthRecords: subject.spare_record_ids,
    message: messages.message_id,
    imageCategory: subject.image_category_id,
    imageResult: subject.image_result_id,
    image: subject.image_id,
    spareImageResults: subject.spare_image_result_ids,
    spareImages: subject.spare_image_ids,
    kartes: notes.kartes,
    karteImages: notes.images,
    drafts: notes.drafts,
    draftImages: notes.draft_images,
    stressCheck: subject.stress_check_id,
    imports,
    minutes: {
      interview: minutes.interview_id,
      draftedInterviewIds: minutes.drafted_ids,
      items: minutes.item_ids,
      unmatched: minutes.waiting_ids,
      freeInterviews: minutes.free_ids,
    },
    waitlist: bookings.waiting,
    fhirImports: subject.requested.fhir_import_ids,
    packagesForWaitlist: bookings.dated,
    offers: bookings.offers,
    finishedBulk: messages.bulk.done_id,
    stoppableBulks: messages.bulk.stoppable,
    failedBulks: messages.bulk.failed,
    proposals: messages.proposals,
    pins: marks.pins,
    sentMessages: ownOf(messages.sent),
    reactions: ownOf(marks.reactions),
    likes: ownOf(marks.likes),
    messageNotes: ownOf(marks.notes),
    reminders: ownOf(marks.reminders),
    cannedReplies: ownOf(messages.bulk.cannedReplies),
    templates: ownOf(templates),
    feeds: ownOf(feeds),
    notification: notice.notification_id,
    unreadRecord: notice.record_id,
    subscriptions: notice.subscription_ids,
    policies,
    orders: subject.shop.order_ids,
    payment: subject.shop.payment_id,
    cards: subject.shop.card_ids,
    deliveries: subject.shop.delivery_ids,
    contract: subject.shop.contract_id,
    charge: subject.shop.charge_id,
    futureContracts: subject.shop.future_contract_ids,
    cartItems: subject.shop.cart_item_ids,
    recommendations: subject.shop.recommendation_ids,
    passedProducts: subject.shop.passed_product_ids,
    invited: accounts.invited_id,
    leaver: accounts.leaver_id,
    inviteRequest: accounts.request_id,
    sessions: ownOf(browsers.sessions),
    devices: ownOf(browsers.devices),
    grants: ownOf(browsers.grants),
    shares: ownOf(browsers.shares),
  }
}
