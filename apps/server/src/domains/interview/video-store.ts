import type { InterviewVideo } from '@sukoyaka/wire/care/interview'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { type Reach, within } from '../../access/gate.ts'
import type { Db } from '../../database/db.ts'
import { files } from '../../database/tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { interview_minutes } from '../minutes/tables.ts'
import { holdInterview } from './hold-store.ts'
import { interview_videos, interviews } from './tables.ts'

export const ownerOfVideos = 'interview_videos'

export const videosOf = async (db: Db, reach: Reach, ids: readonly number[], address: AddressOf): Promise<Map<number, InterviewVideo>> => {
  const rows = await db
    .select({ interview_id: interview_videos.interview_id, id: files.id, content_type: files.content_type, size: files.size })
    .from(interview_videos)
    .innerJoin(files, eq(files.id, interview_videos.file_id))
    .where(and(inArray(interview_videos.interview_id, [...ids]), within(reach, files.user_id)))
  return new Map(rows.map(({ interview_id, ...video }) => [interview_id, { ...video, original: address(video.id, 'original') }]))
}

/** Answers the keys whose bytes are to go once this is committed; their rows go with it. */
const forget = async (db: Db, reach: Reach, interview_id: number): Promise<string[]> => {
  const of = eq(interview_videos.interview_id, interview_id)
  const held = await db
    .select({ key: files.key })
    .from(interview_videos)
    .innerJoin(files, eq(files.id, interview_videos.file_id))
    .where(and(of, within(reach, files.user_id)))
  if (held.length) await db.delete(interview_videos).where(of)
  return held.map(({ key }) => key)
}

export const putVideo = async (db: Db, reach: Reach, id: number, uploads: Upload[]): Promise<string[]> => {
  const { interviewee_id } = await holdInterview(db, reach, id)
  const keys = await forget(db, reach, id)
  const [file_id] = await insertFiles(db, interviewee_id, ownerOfVideos, uploads)
  await db.insert(interview_videos).values({ interview_id: id, file_id: file_id! })
  return keys
}

export const deleteVideo = async (db: Db, reach: Reach, id: number): Promise<string[]> => {
  await holdInterview(db, reach, id)
  return forget(db, reach, id)
}

/** What was said in it does not go with it: only one that was made by mistake is removed. Answers what goes with it. */
export const deleteInterview = async (db: Db, reach: Reach, id: number): Promise<string[]> => {
  const { patient_summary } = await holdInterview(db, reach, id)
  // minutes are matched and approved under the same lock
  const minutes = await db
    .select({ id: interview_minutes.id })
    .from(interview_minutes)
    .where(and(eq(interview_minutes.interview_id, id), ne(interview_minutes.status, 'rejected')))
  if (patient_summary || minutes.length) throw apiError('interview_has_minutes')
  const keys = await forget(db, reach, id)
  await db.delete(interviews).where(and(eq(interviews.id, id), within(reach, interviews.interviewee_id)))
  return keys
}

/** Whether this reach may see a file: it is the recording of an interview within reach. */
export const isVideoOpen = async (db: Db, reach: Reach, file_id: number): Promise<boolean> => {
  const [found] = await db
    .select({ id: interview_videos.id })
    .from(interview_videos)
    .innerJoin(interviews, eq(interviews.id, interview_videos.interview_id))
    .where(and(eq(interview_videos.file_id, file_id), within(reach, interviews.interviewee_id)))
  return Boolean(found)
}
