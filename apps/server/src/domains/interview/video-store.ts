import type { InterviewVideo } from '@sukoyaka/wire/care/interview'
import { and, eq, ne, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { interview_minutes } from '../minutes/tables.ts'
import { lockInterview } from './lock-store.ts'
import { interview_videos, interviews } from './tables.ts'

export const ownerOfVideos = 'interview_videos'

const videosOfInterviews = patientQuery(({ db, rows, own }) =>
  db
    .select({ interview_id: interview_videos.interview_id, id: files.id, content_type: files.content_type, size: files.size })
    .from(rows(interview_videos))
    .innerJoin(files, eq(files.id, interview_videos.file_id))
    .where(and(isAnyOf(interview_videos.interview_id), own && eq(files.user_id, own))),
)

export const videosOf = async (scope: PatientScope, ids: readonly number[], urlOf: FileUrlOf): Promise<Map<number, InterviewVideo>> => {
  const rows = await videosOfInterviews(scope).execute({ ids })
  return new Map(rows.map(({ interview_id, ...video }) => [interview_id, { ...video, original: urlOf(video.id, 'original') }]))
}

const keysOfVideos = patientQuery(({ db, rows, own }) =>
  db
    .select({ key: files.key })
    .from(rows(interview_videos))
    .innerJoin(files, eq(files.id, interview_videos.file_id))
    .where(and(eq(interview_videos.interview_id, sql.placeholder('interview_id')), own && eq(files.user_id, own))),
)

/** Deletes the rows and returns the storage keys to delete after the commit. */
const deleteVideoRows = async (scope: PatientScope, interview_id: number): Promise<string[]> => {
  const existing = await keysOfVideos(scope).execute({ interview_id })
  if (existing.length) await scope.delete(interview_videos).where(eq(interview_videos.interview_id, interview_id))
  return existing.map(({ key }) => key)
}

export const putVideo = async (scope: PatientScope, id: number, uploads: Upload[]): Promise<string[]> => {
  const { interviewee_id } = await lockInterview(scope, id)
  const keys = await deleteVideoRows(scope, id)
  const [file_id] = await insertFiles(scope.db, interviewee_id, ownerOfVideos, uploads)
  await scope.insert(interview_videos).values({ interview_id: id, file_id: file_id! })
  return keys
}

export const deleteVideo = async (scope: PatientScope, id: number): Promise<string[]> => {
  await lockInterview(scope, id)
  return deleteVideoRows(scope, id)
}

const keptMinutes = patientQuery(({ db, rows }) =>
  db
    .select({ id: interview_minutes.id })
    .from(rows(interview_minutes))
    .where(and(eq(interview_minutes.interview_id, sql.placeholder('interview_id')), ne(interview_minutes.status, 'rejected'))),
)

/**
 * Deletes an interview. Throws `interview_has_minutes` if it has a patient summary or minutes that are not rejected, because these are part of the record.
 * Returns the storage keys of its recording.
 */
export const deleteInterview = async (scope: PatientScope, id: number): Promise<string[]> => {
  const { patient_summary } = await lockInterview(scope, id)
  // minutes are matched and approved under the same lock
  const minutes = await keptMinutes(scope).execute({ interview_id: id })
  if (patient_summary || minutes.length) throw apiError('interview_has_minutes')
  const keys = await deleteVideoRows(scope, id)
  await scope.delete(interviews).where(eq(interviews.id, id))
  return keys
}

const videoOfFile = patientQuery(({ db, rows }) =>
  db
    .select({ id: interview_videos.id })
    .from(rows(interview_videos))
    .innerJoin(rows(interviews), eq(interviews.id, interview_videos.interview_id))
    .where(eq(interview_videos.file_id, sql.placeholder('file_id'))),
)

/** Whether the file is the recording of an interview in scope. */
export const isVideoOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => (await videoOfFile(scope).execute({ file_id })).length > 0
