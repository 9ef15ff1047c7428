import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { factsOfTable, isPatientTable } from '../access/patient-table.ts'
import { backupName, migrate, parseMigration } from './migrate.ts'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('tables.ts'))
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(pathToFileURL(join(source, file)).href)))
const tables = modules
  .flatMap((exports) => Object.values(exports))
  .flatMap((value): PgTable[] => {
    if (is(value, PgTable)) return [value]
    return typeof value === 'object' && value !== null && isPatientTable(value) ? [factsOfTable(value).table] : []
  })

const select = async <Row extends object>(connectionString: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const schema = (url: string) =>
  select(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default, null as indexdef from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
     union all select tablename, indexname, null, null, null, indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations'
     union all select conrelid::regclass::text, conname, null, null, null, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'schema_migrations'
     union all select 'function', proname, null, null, null, prosrc from pg_proc where pronamespace = 'public'::regnamespace
     order by 1, 2, 3, 6`,
  )

test('all migrations can be applied, undone to an empty schema and applied again with the same schema', async () => {
  const connectionString = await emptyDatabase()
  const emptySchema = await schema(connectionString)
  const count = await migrate({ connectionString })
  const first = await schema(connectionString)
  expect(count).toBeGreaterThan(5)
  expect(await migrate({ connectionString })).toBe(0)
  expect(await migrate({ connectionString }, { targetName: '000' })).toBe(count)
  expect(await schema(connectionString)).toEqual(emptySchema)
  expect(await migrate({ connectionString })).toBe(count)
  expect(await schema(connectionString)).toEqual(first)
})

test('a migration file is split at its two markers; a missing, additional or misplaced marker throws an error that names the file', () => {
  expect(parseMigration('001_a.sql', '-- migrate:up\ncreate table a ();\n\n-- migrate:down\ndrop table a;\n')).toEqual({
    name: '001_a',
    up: '\ncreate table a ();\n\n',
    down: '\ndrop table a;\n',
  })
  for (const text of [
    '',
    'create table a ();\n',
    '-- migrate:up\ncreate table a ();\n',
    '-- migrate:down\ndrop table a;\n',
    '-- migrate:down\ndrop table a;\n-- migrate:up\ncreate table a ();\n',
    '-- migrate:up transaction:false\ncreate table a ();\n-- migrate:down\ndrop table a;\n',
    '-- migrate:up\ncreate table a ();\n-- migrate:down\n-- migrate:up\ndrop table a;\n',
    'create table a ();\n-- migrate:up\n-- migrate:down\ndrop table a;\n',
  ])
    expect(() => parseMigration('001_a.sql', text)).toThrow('migration 001_a.sql: ')
})

test('two servers that start together migrate only once', async () => {
  const connectionString = await emptyDatabase()
  const counts = await Promise.all([migrate({ connectionString }), migrate({ connectionString })])
  expect(counts.sort((a, b) => a - b)[0]).toBe(0)
})

test('the tables in code have the columns of the migrated database, with the same not-null constraints', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const columns = await select<{ table_name: string; column_name: string; is_nullable: string }>(
    connectionString,
    `select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(100)
  for (const table of tables) {
    const { name, columns: columnsInCode } = getTableConfig(table)
    const columnsInDatabase = columns.filter((column) => column.table_name === name).map((column) => [column.column_name, column.is_nullable === 'NO'])
    expect({ [name]: Object.fromEntries(columnsInDatabase) }).toEqual({
      [name]: Object.fromEntries(columnsInCode.map((column) => [column.name, column.notNull || column.primary])),
    })
  }
})

test('every foreign key to patients is the first or second column of an index', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const rows = await select<{ table_name: string }>(
    connectionString,
    `select c.conrelid::regclass::text as table_name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'patients'::regclass
       and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
       and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[1] = c.conkey[1] and i.indnkeyatts > 1)`,
  )
  expect(rows).toEqual([])
})

test('a migration turns blood pressure from devices and patients into home blood pressure, unless one has the same time; other values are kept', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  await select(
    connectionString,
    `insert into users (id, role, first_name, last_name, email, name_search, name_grams, kana_key) values (1, 'patient', '花子', '山田', 'h@example.com', '', '{}', '');
     insert into patients (user_id) values (1);
     insert into result_categories (id, type, name, name_ja, name_en, name_kr)
       select id, 0, name, '', '', '' from (values (1, 'systolic_blood_pressure'), (2, 'home_systolic_blood_pressure'), (3, 'pulse_rate')) as c (id, name);
     insert into test_packages (id, user_id, kind, status, tested_at) values (1, 1, 'simple', 0, '2026-11-01');
     insert into test_results (id, user_id, category_id, test_package_id, origin, recorded_at, value, status) values
       (1, 1, 1, null, '血圧計', '2026-11-02', 138, 2), (2, 1, 1, null, '自己測定', '2026-11-03', 141, 1), (3, 1, 1, 1, 'さくらクリニック', '2026-11-01', 128, 0),
       (4, 1, 1, null, '', '2026-11-04', 131, 2), (5, 1, 3, null, '血圧計', '2026-11-02', 68, 0), (6, 1, 1, null, '血圧計', '2026-11-05', 136, 2), (7, 1, 2, null, '自己測定', '2026-11-05', 136, 1)`,
  )
  await migrate({ connectionString }, { targetName: '038_import_reads' })
  await migrate({ connectionString })
  expect(await select(connectionString, `select id::int, category_id::int, status, is_judged from test_results order by id`)).toEqual([
    { id: 1, category_id: 2, status: null, is_judged: false },
    { id: 2, category_id: 2, status: null, is_judged: false },
    { id: 3, category_id: 1, status: 0, is_judged: true },
    { id: 4, category_id: 1, status: 2, is_judged: true },
    { id: 5, category_id: 3, status: 0, is_judged: true },
    // there is a home blood pressure of the same time
    { id: 6, category_id: 1, status: 2, is_judged: true },
    { id: 7, category_id: 2, status: 1, is_judged: true },
  ])
})

test('a migration marks patients with values that have more decimals than their category, except of labels, steps, limits of measurement and derived values', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  await select(
    connectionString,
    `insert into users (id, role, first_name, last_name, email, name_search, name_grams, kana_key)
       select n, 'patient', '花子', '山田', n || '@example.com', '', '{}', '' from generate_series(1, 6) n;
     insert into patients (user_id) select n from generate_series(1, 6) n;
     insert into result_categories (id, type, name, name_ja, name_en, name_kr, decimals, value_labels, steps) values
       (1, 0, 'potassium', '', '', '', 1, null, null), (2, 0, 'urine_protein', '', '', '', 0, '["-", "+"]', null), (3, 0, 'visual_acuity', '', '', '', 1, null, '[0.1, 0.15]');
     insert into test_results (id, user_id, category_id, recorded_at, value, comparator, is_derived) values
       (1, 1, 1, '2026-11-01', 5.96, null, false), (2, 2, 1, '2026-11-02', 5.9, null, false), (3, 3, 1, '2026-11-03', 0.04, '<', false),
       (4, 4, 1, '2026-11-04', 5.96, null, true), (5, 5, 2, '2026-11-05', 0.5, null, false), (6, 6, 3, '2026-11-06', 0.15, null, false)`,
  )
  await migrate({ connectionString }, { targetName: '119_invitation_language' })
  await migrate({ connectionString })
  expect(await select(connectionString, `select user_id::int from patients where judge_again`)).toEqual([{ user_id: 1 }])
})

test('a migration ends medicines that a FHIR import took as stopped on an unknown day, unless somebody edited them since', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const stopped = '1日1回\n服用中止（日付不明）'
  await select(
    connectionString,
    `insert into users (id, role, first_name, last_name, email, name_search, name_grams, kana_key)
       select id, 'patient', '花子', '山田', id || '@example.com', '', '{}', '' from (values (1), (2)) as u (id);
     insert into patients (user_id) values (1), (2);
     insert into result_categories (id, type, name, name_ja, name_en, name_kr) values (1, 0, 'ldl_cholesterol', '', '', '');
     insert into test_results (id, user_id, category_id, recorded_at, value) values (1, 1, 1, '2026-11-09', 60), (2, 1, 1, '2026-11-20', 60), (3, 2, 1, '2026-11-20', 60);
     insert into medicine_intakes (id, user_id, name, started_on, ended_on, memo, updated_at) values
       (1, 1, 'A', '2024', null, '${stopped}', '2026-11-10'), (2, 1, 'B', null, null, '${stopped}', '2026-11-12'),
       (3, 1, 'C', null, null, '1日1回', '2026-11-10'), (4, 1, 'D', null, '2026-12', '${stopped}', '2026-11-10');
     insert into supplement_intakes (id, user_id, name, memo, updated_at) values (1, 2, 'E', '服用終了（日付不明）', '2026-11-10');
     insert into fhir_imports (id, user_id, name, entries, created_by, created_at) values (1, 1, '', '[]', 1, '2026-11-10'), (2, 2, '', '[]', 2, '2026-11-10');
     insert into fhir_import_rows (import_id, table_name, row_id, written_at)
       select 1, 'medicine_intakes', n, '2026-11-10'::timestamptz from generate_series(1, 4) n union all select 2, 'supplement_intakes', 1, '2026-11-10'::timestamptz`,
  )
  await migrate({ connectionString }, { targetName: '119_invitation_language' })
  await migrate({ connectionString })
  const intakes = `select name, ended_on, updated_at = written_at as "isUnedited" from (
    select name, ended_on, updated_at, id, 'medicine_intakes' as table_name from medicine_intakes
    union all select name, ended_on, updated_at, id, 'supplement_intakes' from supplement_intakes) i join fhir_import_rows w on w.table_name = i.table_name and w.row_id = i.id order by name`
  expect(await select(connectionString, intakes)).toEqual([
    { name: 'A', ended_on: '2026-11-10', isUnedited: true },
    { name: 'B', ended_on: null, isUnedited: false },
    { name: 'C', ended_on: null, isUnedited: true },
    { name: 'D', ended_on: '2026-12', isUnedited: true },
    { name: 'E', ended_on: '2026-11-10', isUnedited: true },
  ])
  expect(await select(connectionString, `select user_id::int from patients where judge_again`)).toEqual([{ user_id: 1 }])
})

test('a migration sets needs_no_reply on messages after the last reply that are older than unresponded_since, or on all if that is null', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  await select(
    connectionString,
    `insert into users (id, role, first_name, last_name, email, name_search, name_grams, kana_key)
       select id, role, '花子', '山田', id || '@example.com', '', '{}', '' from (values (1, 'patient'), (2, 'patient'), (3, 'nurse')) as u (id, role);
     insert into patients (user_id) values (1), (2);
     insert into messages (id, patient_id, sender_id, body, published_at)
       select id, patient_id, sender_id, '', '2026-11-01'::timestamptz + id * interval '1 hour'
       from (values (1, 1, 1), (2, 1, 3), (3, 1, 1), (4, 2, 2), (5, 2, 2)) as m (id, patient_id, sender_id);
     insert into message_rooms (patient_id, unresponded_since)
       select patient_id, since from (values (1, null), (2, (select published_at from messages where id = 5))) as r (patient_id, since)
       on conflict (patient_id) do update set unresponded_since = excluded.unresponded_since`,
  )
  await migrate({ connectionString }, { targetName: '113_urgent_contact_task' })
  await migrate({ connectionString })
  expect(await select(connectionString, `select id::int from messages where needs_no_reply order by id`)).toEqual([{ id: 3 }, { id: 4 }])
})

test('a migration waits for the end of a running backup and says so', async () => {
  const connectionString = await emptyDatabase()
  await migrate({ connectionString })
  const newest = await select<{ name: string }>(connectionString, 'select name from schema_migrations order by name desc limit 2')
  await migrate({ connectionString }, { targetName: newest[1]!.name })
  const backup = new pg.Client({ connectionString, application_name: backupName })
  await backup.connect()
  await backup.query('begin')
  // stronger than the lock of a backup, so that any migration has to wait
  await backup.query('lock table schema_migrations in exclusive mode')
  const lines: string[] = []
  const migrated = migrate({ connectionString }, { log: (line) => lines.push(line) })
  await expect.poll(() => lines.at(-1), { timeout: 5_000 }).toBe(`migration ${newest[0]!.name} waits for the end of a running backup`)
  await backup.end()
  expect(await migrated).toBe(1)
})
