import * as health_record from '@sukoyaka/wire/record/health-record'
import { serve } from '../../http/serve.ts'
import { addRecord, removeRecord } from './actions/note.ts'
import { healthRecordCategories, healthRecordsOf } from './store.ts'

export const healthRecordRoutes = [
  serve(health_record.listHealthRecordCategories, async ({ db, language }) => ({ items: await healthRecordCategories(db, language) })),
  serve(health_record.listHealthRecords, ({ scope, input }) => healthRecordsOf(scope, input)),
  serve(health_record.addHealthRecord, addRecord),
  serve(health_record.removeHealthRecord, removeRecord),
]
