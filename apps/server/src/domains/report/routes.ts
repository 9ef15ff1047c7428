import * as report from '@sukoyaka/wire/care/report'
import { urlsFor } from '../../files/signed-file.ts'
import { serve } from '../../http/serve.ts'
import { requestReport } from './actions/request-report.ts'
import { reportsOf } from './store.ts'

export const reportRoutes = [
  serve(report.listCheckupReports, async ({ context, actor, scope, input }) => ({ items: await reportsOf(scope, input.user_id, urlsFor(context, actor.id)) })),
  serve(report.makeCheckupReport, requestReport),
]
