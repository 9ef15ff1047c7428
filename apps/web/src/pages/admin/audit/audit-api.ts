import { listAuditLogs } from '@sukoyaka/wire/boards/audit'
import { api, queryEndpoint } from '../../../api/api.ts'

export const { useListAuditLogsQuery } = api.injectEndpoints({ endpoints: (build) => ({ listAuditLogs: queryEndpoint(build, listAuditLogs) }) })
