import * as health_record from '@sukoyaka/wire/record/health-record'
import { apiError } from '../../errors/api-error.ts'
import { serve } from '../../http/serve.ts'
import { addRecord, changeRecord, removeRecord } from './actions/change-records.ts'
import { healthRecordCategories, healthRecordsOf } from './store.ts'

export const healthRecordRoutes = [
  serve(health_record.listHealthRecordCategories, async ({ db, language }) => ({ items: await healthRecordCategories(db, language) })),
  serve(health_record.listHealthRecords, ({ actor, scope, input }) => {
    const user_id = input.user_id ?? (actor.role === 'patient' ? actor.id : undefined)
    if (user_id === undefined) throw apiError('malformed', { name: 'user_id' })
    return healthRecordsOf(scope, { ...input, user_id })
  }),
  serve(health_record.addHealthRecord, addRecord),
  serve(health_record.changeHealthRecord, changeRecord),
  serve(health_record.removeHealthRecord, removeRecord),
]
