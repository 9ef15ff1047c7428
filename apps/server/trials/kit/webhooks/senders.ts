import { receiveCircleback } from '@sukoyaka/wire/care/minutes'
import { receiveShopify } from '@sukoyaka/wire/people/order-admin'
import { receiveTypeform } from '@sukoyaka/wire/record/stress-check'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { circleback } from '../../../src/domains/minutes/circleback.ts'
import { shopify } from '../../../src/domains/shop/shopify.ts'
import { respondentOf } from '../../../src/domains/stress-check/respondent.ts'
import { typeform } from '../../../src/domains/stress-check/typeform.ts'
import { meeting } from '../../../test/circleback.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { filledForm } from '../../../test/typeform.ts'
import type { SenderCase } from './sender-case.ts'
import { stripeCase } from './stripe-case.ts'

const linesOf = async ({ context }: TestApp, query: ReturnType<typeof sql>) => (await context.db.execute<{ line: string }>(query)).rows.map(({ line }) => line)

/** All webhook senders. S-28 and S-29 run for each entry. */
export const senders: SenderCase[] = [
  {
    sender: circleback,
    endpoint: receiveCircleback,
    settings: (CIRCLEBACK_SECRET) => ({ CIRCLEBACK_SECRET }),
    body: (_, i, version = 0) => meeting({ id: i, url: null, notes: `# 要約\n${'記録'.repeat(version + 1)}` }),
    wrongForms: (validSignature) => [
      `v0=${validSignature}`,
      `sha256=${validSignature}`,
      `v1=${validSignature},v1=${validSignature}`,
      validSignature.toUpperCase(),
      Buffer.from(validSignature, 'hex').toString('base64'),
    ],
    effects: (testApp) => linesOf(testApp, sql`select external_id || ' ' || notes as line from interview_minutes order by 1`),
    clearEffects: ({ context }) => context.db.execute(sql`delete from interview_minutes`),
  },
  {
    sender: typeform,
    endpoint: receiveTypeform,
    settings: (TYPEFORM_SECRET) => ({ TYPEFORM_SECRET }),
    // a response is immutable; a repeat is only another event
    body: ({ context, hanako }, i, version = 0) =>
      filledForm({ token: `response${i}`, event: `event${i}-${version}`, respondent: respondentOf(context, hanako.id), value: 1 + (i % 4) }),
    wrongForms: (validSignature) => {
      const bytes = validSignature.slice('sha256='.length)
      return [
        bytes,
        `sha1=${bytes}`,
        `v0=${bytes}`,
        `${validSignature},${validSignature}`,
        `sha256=${Buffer.from(bytes, 'base64').toString('hex')}`,
        validSignature.toLowerCase(),
      ]
    },
    effects: (testApp) =>
      linesOf(testApp, sql`select external_id || ' ' || (answers ->> 'A1') as line from job_stress_checks where external_id is not null order by 1`),
    clearEffects: ({ context }) => context.db.execute(sql`delete from job_stress_checks where external_id is not null`),
  },
  {
    sender: shopify,
    endpoint: receiveShopify,
    settings: (SHOPIFY_SECRET) => ({ SHOPIFY_SECRET }),
    // an order does not change; a repeat is only sent again
    body: (_, i, version = 0) => ({
      ...{ id: i + 1, name: `#${i}`, email: `nobody${i}@example.com`, currency: 'JPY', financial_status: 'paid', total_price: '1080', note: `${version}` },
      line_items: [{ title: 'プロテイン', quantity: 1, price: '1080' }],
    }),
    wrongForms: (validSignature) => [
      `sha256=${validSignature}`,
      `${validSignature},${validSignature}`,
      Buffer.from(validSignature, 'base64').toString('hex'),
      validSignature.toLowerCase(),
    ],
    effects: (testApp) => linesOf(testApp, sql`select external_id || ' ' || email as line from external_orders order by 1`),
    clearEffects: ({ context }) => context.db.execute(sql`delete from external_orders`),
  },
  stripeCase,
]

/** Sends the bytes unchanged. */
export const deliver = async (
  app: FastifyInstance,
  { sender, endpoint }: SenderCase,
  rawBody: Buffer,
  header?: string,
): Promise<{ status: number; text: string }> => {
  const headers = { 'content-type': 'application/json', ...(header !== undefined && { [sender.header]: header }) }
  const { statusCode, body } = await app.inject({ method: 'POST', url: endpoint.path, headers, payload: rawBody })
  return { status: statusCode, text: body }
}
