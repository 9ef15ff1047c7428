import * as audit from '@sukoyaka/wire/boards/audit'
import { attachment } from '../../files/file-name.ts'
import { serve } from '../../http/serve.ts'
import { auditCsv, auditLogs } from './list-store.ts'

export const auditRoutes = [
  serve(audit.listAuditLogs, ({ db, input }) => auditLogs(db, input)),
  serve(audit.exportAuditLogs, ({ db, input, language, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', attachment('audit.csv'))
    return auditCsv(db, input, language)
  }),
]
