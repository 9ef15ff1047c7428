import { readFileSync } from 'node:fs'
import { faultsOf, type Question } from '../packages/rules/src/questionnaire.ts'

/** How long it takes to say what is wrong with a full questionnaire, one answer of which is: `node bench/questionnaire.ts`. */
const rounds = 2_000
const itemsOf = (name: string) =>
  (JSON.parse(readFileSync(new URL(`../apps/server/reference-data/${name}.json`, import.meta.url), 'utf8')) as { items: Question[] }).items

const questions = {
  symptoms: new Map(itemsOf('symptom_categories').map((one) => [one.name, one])),
  lifestyles: new Map(
    itemsOf('lifestyle_categories')
      .filter(({ line_chart }) => !line_chart)
      .map((one) => [one.name, one]),
  ),
}
const answersTo = (all: ReadonlyMap<string, Question>) =>
  [...all.values()].map(({ name, options, range }) => ({ name, value: options?.[0]?.value ?? range?.min ?? 0 }))
const given = { symptoms: [...answersTo(questions.symptoms), { name: 'headache', value: 9 }], lifestyles: answersTo(questions.lifestyles) }

const took: number[] = []
for (let at = 0; at < rounds; at++) {
  const from = performance.now()
  if (!Object.keys(faultsOf(given, questions, 'female')).length) throw new Error('the wrong answer was not found')
  took.push(performance.now() - from)
}
took.sort((a, b) => a - b)
const part = (of: number) => took[Math.floor((took.length - 1) * of)]!.toFixed(3)
console.log(
  `${given.symptoms.length + given.lifestyles.length} answers judged: median ${part(0.5)} ms, p99 ${part(0.99)} ms, most ${part(1)} ms (at most 5 ms)`,
)
