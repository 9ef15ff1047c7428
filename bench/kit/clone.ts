import type { Client } from 'pg'

/** Ids of copy n are higher by n times this; no id in a benchmark database reaches it. */
const step = 2_000_000_000

type Column = { name: string; type: string; is_id: boolean; target: string | null; is_unique: boolean }
type Table = { name: string; columns: Column[]; rows: number }

/** Tables that are not copied, such as those of sign-ins. */
const leftOut = ['sessions', 'trusted_devices', 'passkeys', 'challenges', 'idempotency_keys', 'demo_accounts', 'canned_replies', 'files']

/** `users` and the tables that reference it, directly or not, the smallest first. The others, such as reference data, are shared by all copies. */
const tablesToCopy = async (client: Client): Promise<Table[]> => {
  const { rows } = await client.query<{ table: string; rows: number; columns: Column[] }>(`
    with recursive links as (
      select conrelid as source, confrelid as target, conkey[1] as attribute from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1
    ), owned as (
      -- not the nullable references: they name, for example, who changed a row of reference data
      select l.* from links l join pg_attribute a on a.attrelid = l.source and a.attnum = l.attribute where a.attnotnull
    ), copied as (
      select 'users'::regclass::oid as oid union select l.source from owned l join copied c on c.oid = l.target
    ), ids as (
      select c.oid, a.attnum from copied c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'bigint'::regtype
      union select l.source, l.attribute from links l join copied c on c.oid = l.target
    ), uniques as (
      select indrelid, unnest(indkey) as attribute from pg_index where indisunique
        and not exists (select from ids where ids.oid = indrelid and ids.attnum = any(indkey))
    )
    select c.oid::regclass::text as table, greatest(k.reltuples, 0)::float8 as rows, json_agg(json_build_object(
      'name', a.attname, 'type', a.atttypid::regtype::text, 'is_id', a.attname = 'id' and a.atttypid = 'bigint'::regtype,
      'is_unique', exists (select from uniques u where u.indrelid = c.oid and u.attribute = a.attnum),
      'target', (select l.target::regclass::text from links l join copied t on t.oid = l.target where l.source = c.oid and l.attribute = a.attnum limit 1)
    ) order by a.attnum) as columns
    from copied c join pg_class k on k.oid = c.oid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where k.relkind = 'r' group by c.oid, k.reltuples order by k.reltuples`)
  return rows.map(({ table, ...others }) => ({ name: table, ...others })).filter(({ name }) => !leftOut.includes(name))
}

/** SQL for the value of a column in copy n. Ids are shifted and unique UUIDs are new. Email addresses, and texts and bytes that must be unique, get n added. */
const copiedValue = ({ name, type, is_id, target, is_unique }: Column) => {
  const column = `t."${name}"`
  if (is_id || target) return `${column} + n * ${step}::bigint`
  if (name === 'email') return `n || '.' || ${column}`
  if (!is_unique) return column
  if (type === 'uuid') return `case when ${column} is not null then gen_random_uuid() end`
  if (type === 'text') return `n || '.' || ${column}`
  if (type === 'bytea') return `${column} || int4send(n)`
  return column
}

/** A table that gets more rows than this has no indexes, except unique ones, while they are inserted. */
const manyRows = 50_000

/**
 * Copies all people with everything that references them `copies` times: each copy is an organisation with its own staff and patients. It
 * prints which tables cannot be copied, for example because of a constraint, and leaves them as they are.
 */
export const copyPeople = async (client: Client, copies: number, print: (line: string) => void) => {
  await client.query(`set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '1GB'`)
  for (const { name, columns, rows } of await tablesToCopy(client)) {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and not indisunique`,
      [name],
    )
    const dropped = rows * copies > manyRows ? indexes : []
    const names = columns.map((column) => `"${column.name}"`).join(', ')
    try {
      await client.query('begin')
      for (const index of dropped) await client.query(`drop index ${index.name}`)
      // inserts one copy after the other, so that the rows of a patient stay together
      const { rowCount } = await client.query(
        `insert into ${name} (${names}) overriding system value select ${columns.map(copiedValue).join(', ')} from generate_series(1, $1::int) n cross join ${name} t`,
        [copies],
      )
      for (const index of dropped) await client.query(index.definition)
      await client.query('commit')
      if ((rowCount ?? 0) > manyRows) print(`${rowCount} rows in ${name}`)
    } catch (error) {
      await client.query('rollback')
      print(`${name} stays as it is: ${(error as Error).message}`)
    }
  }
  await client.query(
    `update list_counts set patients = (select count(*) from patients where merged_into is null), message_rooms = (select count(*) from message_rooms),
       users = (select count(*) from users), contracts = (select count(*) from contracts), care_people = (select count(*) from care_people)`,
  )
  await client.query('vacuum (analyze)')
}
