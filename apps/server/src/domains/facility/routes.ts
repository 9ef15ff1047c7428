import * as facility from '@sukoyaka/wire/people/facility'
import { serve } from '../../http/serve.ts'
import { facilitiesOf, facilityOf, rulesToRead } from './store.ts'

export const facilityRoutes = [
  serve(facility.listFacilities, async ({ db, input, language }) => ({ items: await facilitiesOf(db, input, language) })),
  serve(facility.getFacility, ({ db, input, language }) => facilityOf(db, input.id, language)),
  serve(facility.listForbiddenRules, ({ db, context, input, language }) => rulesToRead(db, input.facilityId, context.clock(), language)),
]
