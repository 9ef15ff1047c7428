import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { endpoints } from '@sukoyaka/wire/all'
import { Nullable, OneOf } from '@sukoyaka/wire/endpoint'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { serializerSchema } from './serializer-schema.ts'

const compile = SerializerSelector()()
const serializer = (schema: object): ((data: unknown) => string) => compile({ schema: { ...schema }, method: 'GET', url: '/', httpStatus: '200' })

const Item = Type.Union([
  Type.Object({ id: Type.Integer(), kind: OneOf(['number']), value: Type.Number(), of: Type.Optional(Type.Object({ unit: Type.String() })) }),
  Type.Object({ id: Type.Integer(), kind: OneOf(['image']), url: Nullable(Type.String()), of: Type.Optional(Type.Object({ page: Type.Integer() })) }),
])
const Reply = Type.Object({ sex: Nullable(OneOf(['female', 'male'])), items: Type.Array(Item), first: Type.Optional(Nullable(Item)) })

test('data are serialized as with the original schema, which has anyOf', () => {
  const [before, after] = [serializer(Reply), serializer(serializerSchema(Reply as object))]
  const number = { id: 1, kind: 'number', value: 2.5, of: { unit: 'mg"/dL', secret: 1 }, secret: 1 }
  const image = { id: 2, kind: 'image', url: null, of: { page: 3 } }
  for (const data of [
    { sex: null, items: [] },
    { sex: 'female', items: [number, image], first: null },
    { sex: 'male', items: [image], first: number, secret: 1 },
  ])
    expect(JSON.parse(after(data))).toEqual(JSON.parse(before(data)))
})

test('no serializer schema of a reply has anyOf, for which the serializer would compile a validator', () => {
  for (const { endpoint } of endpoints) expect(JSON.stringify(serializerSchema(endpoint.reply as object))).not.toContain('"anyOf"')
})
