import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { files } from '../../database/tables.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { test_result_images } from '../imaging/tables.ts'

const imageById = patientQuery(({ db, rows }) =>
  db
    .select({ key: files.key, user_id: test_results.user_id })
    .from(rows(test_result_images))
    .innerJoin(rows(test_results), eq(test_results.id, test_result_images.test_result_id))
    .innerJoin(files, eq(files.id, test_result_images.file_id))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_result_images.id, sql.placeholder('id')),
        eq(files.kind, 'image'),
        or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at)),
      ),
    ),
)

/** Key of the file of an image that the patient can see; undefined for other images and for videos. */
export const imageKey = async (scope: PatientScope, id: number): Promise<string | undefined> => (await imageById(scope).execute({ id }))[0]?.key
