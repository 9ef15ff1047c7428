import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold } from '@sukoyaka/rules/fold'
import { and, eq, like } from 'drizzle-orm'
import sharp from 'sharp'
import { systemScope } from '../access/system-scope.ts'
import type { Files } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { files as file_rows } from '../database/tables.ts'
import { ownerOfKarteImages } from '../domains/karte/image-store.ts'
import { karte_images, karte_templates, karte_versions, kartes } from '../domains/karte/tables.ts'
import { storeUploads } from '../files/store-uploads.ts'
import { insertRows, reserveIds } from './insert.ts'
import { earlierMemos, newestNotes } from './notes.ts'
import type { DemoPatient } from './people/people.ts'
import type { Colleague } from './people/teams.ts'
import { randomOf } from './random.ts'

type Karte = typeof kartes.$inferInsert
const earlier = (instant: string, minutes: number) => new Date(Date.parse(instant) - minutes * 60_000).toISOString()

/** Inserts notes with their versions; a note in `earlierMemos` was edited once. */
export const insertKartes = async (db: Db, rows: Karte[]) => {
  const ids = await reserveIds(db, kartes, rows.length)
  const numbered = rows.map((row, i) => ({ id: ids[i]!, ...row, memo_search: fold(row.memo) }))
  await insertRows(db, kartes, numbered)
  const version = ({ id, author_id, memo, created_at }: (typeof numbered)[number]) => ({
    karte_id: id,
    author_id,
    memo,
    image_count: 0,
    created_at: created_at!,
  })
  await insertRows(
    db,
    karte_versions,
    numbered.flatMap((row) => {
      const before = earlierMemos.get(row.memo)
      return before ? [{ ...version(row), memo: before, created_at: earlier(row.created_at!, 25) }, version(row)] : [version(row)]
    }),
  )
}

/** Inserts note templates of nurses, nutritionists and doctors. */
export const addTemplates = (db: Db, staff: readonly Colleague[]) =>
  insertRows(
    db,
    karte_templates,
    staff
      .filter(({ role }) => role === 'nurse' || role === 'nutritionist' || role === 'doctor')
      .flatMap(({ id, role }) => [
        { author_id: id, name: '電話対応', body: '■相談\n\n■対応\n\n■次の連絡\n' },
        ...(role === 'nutritionist' ? [{ author_id: id, name: '食事の確認', body: '【食事】\n【間食・飲酒】\n【提案】\n' }] : []),
      ]),
  )

const [width, height] = [640, 480]
const dishes = [
  { x: 210, y: 270, r: 120, rim: [246, 244, 238], food: [226, 196, 140] },
  { x: 450, y: 180, r: 100, rim: [238, 236, 230], food: [116, 150, 88] },
  { x: 470, y: 380, r: 70, rim: [60, 44, 40], food: [178, 112, 60] },
] as const

/** Draws a meal on a tray from above. */
const drawMeal = (turn: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grain = 6 * Math.sin(x / 9 + 3 * Math.sin(y / 60))
      let color: readonly number[] = [152 + grain, 116 + grain, 82 + grain]
      for (const [at, dish] of dishes.entries()) {
        const far = Math.hypot(x - dish.x, y - dish.y) / dish.r
        if (far > 1) continue
        const spot = 14 * Math.sin(x / 11 + turn) * Math.cos(y / 13 - at)
        color = far > 0.78 ? dish.rim : dish.food.map((channel, i) => channel + spot + (turn ? 18 - 16 * ((i + at) % 3) : 0))
      }
      for (let i = 0; i < 3; i++) pixels[(y * width + x) * 3 + i] = Math.max(0, Math.min(255, color[i]!))
    }
  return pixels
}

/** Attaches photos of meals to the first patient's newest nutrition note. */
export const addKarteImages = async (db: Db, [first]: DemoPatient[], files: Files) => {
  const memo = newestNotes.find(({ role }) => role === 'nutritionist')!.memo
  const [note] = first
    ? await db
        .select({ id: kartes.id, created_at: kartes.created_at })
        .from(systemScope(db).rows(kartes))
        .where(and(eq(kartes.user_id, first.id), like(kartes.memo, `${memo.slice(0, 20)}%`)))
        .limit(1)
    : []
  if (!first || !note) return
  const folder = await mkdtemp(join(tmpdir(), 'sukoyaka-demo-'))
  try {
    const random = randomOf('meal', first.index)
    const received = await Promise.all(
      [0, 1].map(async (turn) => {
        const path = join(folder, String(turn))
        const content = await sharp(drawMeal(turn), { raw: { width, height, channels: 3 } })
          .jpeg({ quality: 85 })
          .toBuffer()
        await writeFile(path, content)
        return { field: '', name: `夕食${turn + 1}.jpg`, path, size: content.length, sha256: '', kind: 'image' as const, content_type: 'image/jpeg' }
      }),
    )
    const uploads = await storeUploads({ files, random: (bytes) => Buffer.from(Array.from({ length: bytes }, () => random.between(0, 255))) }, received)
    const ids = await reserveIds(db, file_rows, uploads.length)
    await insertRows(
      db,
      file_rows,
      uploads.map(({ field: _, ...upload }, i) => ({ id: ids[i]!, user_id: first.id, owner: ownerOfKarteImages, ...upload, created_at: note.created_at })),
    )
    await insertRows(
      db,
      karte_images,
      ids.map((file_id) => ({ karte_id: note.id, file_id })),
    )
    await systemScope(db).update(karte_versions).set({ image_count: uploads.length }).where(eq(karte_versions.karte_id, note.id))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
