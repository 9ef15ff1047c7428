import { and, arrayContains, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { products } from '../../shop/tables.ts'
import { productEntryOf } from './product-store.ts'

const maxImages = 10

// `updated_at` stays, because images are no field of the product's form: a form that is open can still be saved. Built per call: images change rarely
export const addImage = async (db: Db, id: number, url: string) => {
  // an unknown product is a 404, not `too_many`
  await productEntryOf(db, id)
  const [changed] = await db
    .update(products)
    .set({ images: sql`${products.images} || ${url}::text`, is_edited: true })
    .where(and(eq(products.id, id), sql`cardinality(${products.images}) < ${maxImages}`))
    .returning({ id: products.id })
  if (!changed) throw fieldError('image', 'too_many')
  return productEntryOf(db, id)
}

/** Throws 404, and 409 if `urls` are not the images of the product, as when somebody added or removed one meanwhile. */
export const orderImages = async (db: Db, id: number, urls: readonly string[]) => {
  await productEntryOf(db, id)
  const sorted = (images: unknown) => sql`(select coalesce(array_agg(url order by url), '{}') from unnest(${images}) as url)`
  const [changed] = await db
    .update(products)
    .set({ images: [...urls], is_edited: true })
    .where(and(eq(products.id, id), sql`${sorted(products.images)} = ${sorted(sql`${sql.param(urls)}::text[]`)}`))
    .returning({ id: products.id })
  if (!changed) throw apiError('conflict')
  return productEntryOf(db, id)
}

/** Throws 404 if the product does not have the image. */
export const dropImage = async (db: Db, id: number, url: string) => {
  const [changed] = await db
    .update(products)
    .set({ images: sql`array_remove(${products.images}, ${url})`, is_edited: true })
    .where(and(eq(products.id, id), arrayContains(products.images, [url])))
    .returning({ id: products.id })
  if (!changed) throw apiError('not_found')
  return productEntryOf(db, id)
}
