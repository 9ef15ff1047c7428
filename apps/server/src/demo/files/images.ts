import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { desc, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { systemScope } from '../../access/system-scope.ts'
import type { Files } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { files as file_rows } from '../../database/tables.ts'
import { result_categories, test_packages, test_results } from '../../domains/checkup/tables.ts'
import { ownerOfImages } from '../../domains/imaging/store.ts'
import { test_result_images } from '../../domains/imaging/tables.ts'
import { storeUploads } from '../../files/store-uploads.ts'
import { insertRows, reserveIds } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { draw, height, type Painted, width } from './pictures.ts'
import { webmOf } from './webm.ts'

/**
 * A result with images or a video. `checkup`: index of its detailed checkup, newest first; without `checkup`, it is a result outside of checkups, `days` ago.
 * `turns`: one picture for each, drawn with this variation.
 */
type Shot = { name: Painted; checkup?: number; days?: number; turns?: number[]; finding: string; status: number | null; retestMonths?: number }

// Scheie grades above H0S0 are hypertensive or sclerotic changes of the fundus (Scheie H. G., Arch Ophthalmol 1953; 49: 117–138)
const saeki: Shot[] = [
  { name: 'mammography', days: 22, finding: 'カテゴリー1　異常所見なし', status: 0 },
  { name: 'abdominal_ultrasound', checkup: 0, turns: [0, 2], finding: '肝：軽度の高輝度を認める\n胆・膵・腎：異常所見なし', status: 2 },
  { name: 'chest_xray', checkup: 0, finding: '異常所見なし', status: 0 },
  { name: 'fundus', checkup: 0, turns: [0, 1], finding: '両眼：Scheie H1S0　細動脈の軽い狭細化', status: 2 },
  { name: 'ecg', checkup: 0, finding: '正常洞調律', status: 0 },
  { name: 'thyroid_ultrasound', checkup: 0, finding: '', status: null },
  { name: 'echocardiography_video', checkup: 0, finding: 'EF 66%　壁運動異常なし', status: 0 },
  { name: 'chest_ct', checkup: 1, finding: '右上葉に5 mm結節\n12か月後に再検', status: 2, retestMonths: 12 },
  { name: 'carotid_ultrasound', checkup: 1, finding: 'IMT 1.1 mm　プラークなし', status: 2 },
  { name: 'abdominal_ultrasound', checkup: 1, turns: [1], finding: '異常所見なし', status: 0 },
  { name: 'chest_xray', checkup: 1, turns: [2], finding: '異常所見なし', status: 0 },
  { name: 'ecg', checkup: 1, turns: [3], finding: '正常洞調律', status: 0 },
  { name: 'fundus', checkup: 2, finding: '右眼：Scheie H0S0', status: 0 },
  { name: 'chest_xray', checkup: 2, turns: [4], finding: '異常所見なし', status: 0 },
]
const otherShots: Shot[] = [
  { name: 'chest_xray', checkup: 0, turns: [1], finding: '異常所見なし', status: 0 },
  { name: 'head_mri', checkup: 0, finding: '虚血性変化を認めない', status: 0 },
]
const shotsFor = ({ index }: DemoPatient) => (index === 0 ? saeki : index < 3 ? otherShots : [])

const photo = (name: Painted, turn: number) => sharp(draw(name, turn), { raw: { width, height, channels: 3 } })

/** A short video that repeats a movement three times. */
const film = async (name: Painted) => {
  const pictures: Buffer[] = []
  for (let at = 0; at < 6; at++)
    pictures.push(
      await photo(name, Math.sin((at / 6) * 2 * Math.PI))
        .resize(320)
        .webp({ quality: 45, effort: 0 })
        .toBuffer(),
    )
  return webmOf([...pictures, ...pictures, ...pictures], { width: 320, height: 240, pictureMs: 140 })
}

const renderShot = async ({ name, turns = [0] }: Shot): Promise<{ name: string; content: Buffer }[]> =>
  name.endsWith('_video')
    ? [{ name: `${name}.webm`, content: await film(name) }]
    : Promise.all(turns.map(async (turn) => ({ name: `${name}.jpg`, content: await photo(name, turn).jpeg({ quality: 88 }).toBuffer() })))

/** Writes a picture or a video to `path` and describes it as an upload. */
const receivedFile = async ({ name, content }: { name: string; content: Buffer }, path: string) => {
  await writeFile(path, content)
  const type = name.endsWith('.webm') ? { kind: 'video' as const, content_type: 'video/webm' } : { kind: 'image' as const, content_type: 'image/jpeg' }
  return { field: '', name, path, size: content.length, sha256: '', ...type }
}

/** Inserts drawn examination images for the first three patients, processed like uploads. */
export const addImages = async (db: Db, people: DemoPatient[], files: Files, today: string): Promise<void> => {
  const shots = people.flatMap((patient) => shotsFor(patient).map((shot) => ({ patient, shot })))
  if (!shots.length) return
  const categories = new Map(
    (await db.select({ id: result_categories.id, name: result_categories.name }).from(result_categories)).map((category) => [category.name, category.id]),
  )
  const ids = [...new Set(shots.map(({ patient }) => patient.id))]
  const packages = await db
    .select()
    .from(systemScope(db).rows(test_packages))
    .where(inArray(test_packages.user_id, ids))
    .orderBy(desc(test_packages.tested_at), desc(test_packages.id))
  const finishedPackages = Map.groupBy(
    packages.filter(({ kind, status }) => kind === 'detail' && status === 0),
    ({ user_id }) => user_id,
  )
  const result_ids = await reserveIds(db, test_results, shots.length)
  const folder = await mkdtemp(join(tmpdir(), 'sukoyaka-demo-'))
  const results: (typeof test_results.$inferInsert)[] = []
  const rows: Omit<typeof file_rows.$inferInsert, 'id'>[] = []
  const resultIdOfRow: number[] = []
  try {
    for (const [at, { patient, shot }] of shots.entries()) {
      const checkup = shot.checkup === undefined ? undefined : finishedPackages.get(patient.id)?.[shot.checkup]
      if (shot.checkup !== undefined && !checkup) continue
      const recorded_at = new Date((checkup ? Date.parse(checkup.tested_at) : tokyoStartOfDay(addDays(today, -shot.days!)).getTime() + 36e5 * 10) + at * 60_000)
      const written_at = new Date(recorded_at.getTime() + 5 * 86_400_000).toISOString()
      const pictures = await renderShot(shot)
      const random = randomOf(`picture ${at}`, patient.index)
      const received = await Promise.all(pictures.map((picture, index) => receivedFile(picture, join(folder, `${at}-${index}`))))
      const uploads = await storeUploads({ files, random: (bytes) => Buffer.from(Array.from({ length: bytes }, () => random.between(0, 255))) }, received)
      results.push({
        id: result_ids[at]!,
        user_id: patient.id,
        category_id: categories.get(shot.name)!,
        test_package_id: checkup?.id ?? null,
        recorded_at: recorded_at.toISOString(),
        type: shot.name.endsWith('_video') ? 2 : 1,
        origin: checkup?.location ?? '',
        finding: shot.finding,
        status: shot.status,
        follow_up_kind: shot.retestMonths ? 'retest' : null,
        follow_up_on: shot.retestMonths ? addMonths(tokyoDay(recorded_at), shot.retestMonths) : null,
        created_at: written_at,
        updated_at: written_at,
      })
      for (const { field, ...upload } of uploads) {
        rows.push({ user_id: patient.id, owner: ownerOfImages, ...upload, created_at: written_at })
        resultIdOfRow.push(result_ids[at]!)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const file_ids = await reserveIds(db, file_rows, rows.length)
  const image_ids = await reserveIds(db, test_result_images, rows.length)
  await insertRows(db, test_results, results)
  await insertRows(
    db,
    file_rows,
    rows.map((row, at) => ({ id: file_ids[at]!, ...row })),
  )
  await insertRows(
    db,
    test_result_images,
    rows.map(({ created_at }, at) => ({ id: image_ids[at]!, test_result_id: resultIdOfRow[at]!, file_id: file_ids[at]!, created_at: created_at! })),
  )
}
