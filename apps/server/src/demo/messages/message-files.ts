import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold } from '@sukoyaka/rules/fold'
import { addDays } from '@sukoyaka/rules/time'
import { and, eq, like } from 'drizzle-orm'
import sharp from 'sharp'
import { systemScope } from '../../access/system-scope.ts'
import type { Files } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { files as file_rows } from '../../database/tables.ts'
import { message_files, messages } from '../../domains/message/tables.ts'
import { ownerOfMessageFiles } from '../../domains/message/thread/image-store.ts'
import { storeUploads } from '../../files/store-uploads.ts'
import { menuPdf } from '../files/menu-pdf.ts'
import { drawNotebook } from '../files/notebook.ts'
import { insertRows, reserveIds } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'

const photo = async (today: string) => {
  const days = Array.from({ length: 8 }, (_, index) =>
    addDays(today, index - 7)
      .slice(5)
      .split('-')
      .map(Number)
      .join('/'),
  )
  const { pixels, width, height } = drawNotebook(days)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Attaches the photo of 佐伯’s blood pressure notebook and the menu from her nutritionist to their messages. */
export const addMessageFiles = async (db: Db, [first]: DemoPatient[], files: Files, today: string) => {
  if (!first) return
  const fileMessages = [
    {
      bodyPattern: '%手帳の写真もお送りします%',
      messageType: 'image',
      name: '血圧手帳.jpg',
      kind: 'image',
      mimeType: 'image/jpeg',
      content: await photo(today),
    },
    { bodyPattern: '%献立案です%', messageType: 'file', name: '夕食の分け方_献立案.pdf', kind: 'document', mimeType: 'application/pdf', content: menuPdf() },
  ] as const
  const random = randomOf('message file', first.index)
  const folder = await mkdtemp(join(tmpdir(), 'sukoyaka-demo-'))
  try {
    for (const { bodyPattern, messageType, name, kind, mimeType, content } of fileMessages) {
      const [message] = await db
        .select({ id: messages.id, body: messages.body, published_at: messages.published_at })
        .from(systemScope(db).rows(messages))
        .where(and(eq(messages.patient_id, first.id), like(messages.body, bodyPattern)))
        .limit(1)
      if (!message) continue
      const path = join(folder, messageType)
      await writeFile(path, content)
      const uploads = await storeUploads({ files, random: (bytes) => Buffer.from(Array.from({ length: bytes }, () => random.between(0, 255))) }, [
        { field: '', name, path, size: content.length, sha256: '', kind, content_type: mimeType },
      ])
      const ids = await reserveIds(db, file_rows, uploads.length)
      await insertRows(
        db,
        file_rows,
        uploads.map(({ field: _, ...upload }, i) => ({
          id: ids[i]!,
          user_id: first.id,
          owner: ownerOfMessageFiles,
          ...upload,
          created_at: message.published_at,
        })),
      )
      await insertRows(
        db,
        message_files,
        ids.map((file_id) => ({ message_id: message.id, patient_id: first.id, file_id, created_at: message.published_at })),
      )
      await systemScope(db)
        .update(messages)
        .set({ content_type: messageType, body_search: fold(`${message.body}\n${uploads[0]!.name}`) })
        .where(eq(messages.id, message.id))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
