import pg from 'pg'

export const resultsPerCheckup = 120

/** Inserts results year by year, so that a checkup's rows are adjacent and a patient's checkups are not, as in production. */
const insertYear = `
  with packages as (
    insert into test_packages (user_id, kind, name, location, status, tested_at, released_at)
    select user_id, 'detail', '人間ドック', 'みなとさくらクリニック', 0, at, at + interval '7 days'
    from bench_people cross join (select date_trunc('day', now()) - make_interval(years => $1) as at) t order by user_id
    returning id, user_id, tested_at
  ),
  measured as (select c.id, c.decimals, r.id as range_id, r.healthy, row_number() over (order by c.sort_number, c.id) as place
    from result_categories c
    left join lateral (select r.id, r.healthy from reference_ranges r where r.category_id = c.id and r.sex in ('female', 'any') and r.retired_at is null order by r.sex, r.id limit 1) r on true
    where c.type = 0)
  insert into test_results (user_id, category_id, test_package_id, recorded_at, type, origin, value, status, range_id)
  select p.user_id, m.id, p.id, p.tested_at, 0, 'みなとさくらクリニック',
    round((coalesce((m.healthy->>'min')::numeric, (m.healthy->>'max')::numeric * 0.8, 50) * (1 + random() / 5)::numeric), m.decimals), case when m.range_id is null then null else floor(random() * 3)::int end, m.range_id
  from packages p cross join measured m where m.place <= $2 order by p.id, m.place`

const insertSteps = `
  insert into steps (user_id, measured_on, count)
  select p.user_id, (now() - make_interval(days => d))::date, floor(2000 + random() * 9000)
  from patients p cross join generate_series(0, $1 - 1) d on conflict do nothing`

/** Adds steps on the last `days` days to all patients, and a checkup of up to `resultsPerCheckup` values per year to patients without results. */
export const addYears = async (url: string, years: number, days = 300): Promise<void> => {
  // without the statement timeout of the app
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set max_parallel_workers_per_gather = 0`)
    await client.query(
      'create temporary table bench_people as select user_id from patients where not exists (select from test_results r where r.user_id = patients.user_id)',
    )
    for (let year = years; year > 0; year--) {
      const { rowCount } = await client.query(insertYear, [year, resultsPerCheckup])
      console.log(`  ${rowCount} results, ${year} years ago`)
    }
    const { rowCount } = await client.query(insertSteps, [days])
    console.log(`  ${rowCount} days of steps`)
    await client.query('vacuum (analyze, freeze) test_results, steps, test_packages')
  } finally {
    await client.end()
  }
}
