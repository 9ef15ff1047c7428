import * as report from '@sukoyaka/wire/care/report'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useListCheckupReportsQuery, useMakeCheckupReportMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listCheckupReports: queryEndpoint(build, report.listCheckupReports, 'checkup_reports'),
    makeCheckupReport: mutationEndpoint(build, report.makeCheckupReport),
  }),
})
