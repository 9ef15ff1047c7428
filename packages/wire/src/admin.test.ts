import Type from 'typebox'
import { expect, test } from 'vitest'
import { fieldsOf, IdOf, NamesOf } from './admin.ts'
import { Day, InputObject, Instant, Line, Nullable, OneOf, Text } from './endpoint.ts'

test('describes each field of a schema by its kind, limits and whether it must be filled', () => {
  const schema = InputObject({
    title: Line(100),
    note: Text(2000, 0),
    nickname: Type.Optional(Line(50)),
    zip: Type.String({ pattern: '^(\\d{7})?$' }),
    price: Type.Integer({ minimum: 0, maximum: 10 }),
    lead_days: Nullable(Type.Integer()),
    is_open: Type.Boolean(),
    kind: OneOf(['a', 'b']),
    day: Nullable(Day),
    plan_id: IdOf('plans'),
    hints: Type.Array(Line(300), { maxItems: 30 }),
    tests: NamesOf('test_categories', 200),
    address: InputObject({ city: Line(100, 0) }),
    starts: Type.Array(InputObject({ time: Line(5) }), { maxItems: 5 }),
    created_at: Instant,
  })
  expect(fieldsOf(schema)).toEqual([
    { name: 'title', kind: 'line', isRequired: true, min: 1, max: 100 },
    { name: 'note', kind: 'text', isRequired: false, min: 0, max: 2000 },
    { name: 'nickname', kind: 'line', isRequired: false, min: 1, max: 50 },
    { name: 'zip', kind: 'line', isRequired: false },
    { name: 'price', kind: 'number', isRequired: true, min: 0, max: 10 },
    { name: 'lead_days', kind: 'number', isRequired: false, isNullable: true },
    { name: 'is_open', kind: 'switch', isRequired: false },
    { name: 'kind', kind: 'choice', isRequired: true, values: ['a', 'b'] },
    { name: 'day', kind: 'day', isRequired: false, isNullable: true, min: 10, max: 10 },
    { name: 'plan_id', kind: 'number', isRequired: true, min: 1, max: Number.MAX_SAFE_INTEGER, of: 'plans' },
    { name: 'hints', kind: 'list', isRequired: false, max: 30, entries: 'line' },
    { name: 'tests', kind: 'list', isRequired: false, max: 200, entries: 'line', of: 'test_categories' },
    { name: 'address', kind: 'group', isRequired: false, fields: [{ name: 'city', kind: 'line', isRequired: false, min: 0, max: 100 }] },
    { name: 'starts', kind: 'list', isRequired: false, max: 5, fields: [{ name: 'time', kind: 'line', isRequired: true, min: 1, max: 5 }] },
    { name: 'created_at', kind: 'instant', isRequired: true, max: 30 },
  ])
})
