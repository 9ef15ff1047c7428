import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import * as interview from '@sukoyaka/wire/care/interview'
import { removeFiles } from '../../files/store-uploads.ts'
import { serve } from '../../http/serve.ts'
import { requirePatient } from '../patient/require-store.ts'
import { book, change, readerOf, remove } from './actions/write.ts'
import { conflictsOf } from './conflict-store.ts'
import { interviewNotice } from './notice.ts'
import { facilityNameOf } from './notice-store.ts'
import { quotaOf } from './quota-store.ts'
import { interviewOf, interviewsOf } from './store.ts'
import { deleteVideo, putVideo } from './video-store.ts'

export const interviewRoutes = [
  serve(interview.listInterviews, async (call) => {
    const { scope, actor, input } = call
    const ownFilter = actor.role === 'patient' ? { interviewee_id: actor.id } : { staff_id: actor.id }
    const personFilter = input.interviewee_id === undefined && input.staff_id === undefined ? ownFilter : {}
    return { items: await interviewsOf(scope, { ...input, ...personFilter }, readerOf(call)) }
  }),
  serve(interview.listInterviewConflicts, async ({ scope, input }) => ({ items: await conflictsOf(scope, input) })),
  serve(interview.getInterview, (call) => interviewOf(call.scope, call.input.id, readerOf(call))),
  serve(interview.addInterview, book),
  serve(interview.changeInterview, change),
  serve(interview.removeInterview, remove),
  serve(interview.previewInterviewNotice, async ({ db, context, scope, input: { interviewee_id, facility_id, ...details } }) => {
    await requirePatient(scope, interviewee_id)
    const facility_name = await facilityNameOf(db, facility_id)
    // mail to patients is in Japanese
    return interviewNotice('ja', { ...details, facility_name, user_id: interviewee_id, public_url: context.config.public_url })
  }),
  serve(interview.getInterviewQuota, ({ context, scope, input }) => {
    const now = context.clock()
    return quotaOf(scope, input.user_id, input.on === undefined ? now : tokyoStartOfDay(input.on), now)
  }),
  serve(interview.addInterviewVideo, async (call) => {
    const { context, scope, input, uploads, after } = call
    const keys = await putVideo(scope, input.id, uploads)
    after(() => removeFiles(context, keys))
    return interviewOf(scope, input.id, readerOf(call))
  }),
  serve(interview.removeInterviewVideo, async ({ context, scope, input, after }) => {
    const keys = await deleteVideo(scope, input.id)
    after(() => removeFiles(context, keys))
    return null
  }),
]
