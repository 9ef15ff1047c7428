import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { chooseRead, chooseWrite, isEmpty, type Skipped } from './choose.ts'
import { leftOut, mayBeEmpty } from './exceptions.ts'
import type { People } from './people.ts'
import type { Request } from './requests.ts'

export type Chosen = { endpoint: Endpoint; request: Request; text: string }
type Walked = { chosen: Chosen[]; skipped: Skipped[]; wrong: string[] }

/** Chooses who sends each call. `wrong` names the lists that should have rows but have none. */
export const walk = async (url: string, endpoints: Endpoint[], people: People, wanted: (key: string) => boolean): Promise<Walked> => {
  const walked: Walked = { chosen: [], skipped: [], wrong: [] }
  for (const endpoint of endpoints) {
    const key = `${endpoint.method} ${endpoint.path}`
    const reason = leftOut(endpoint)
    if (!wanted(key)) continue
    const found = reason ? { key, reason } : await (endpoint.method === 'GET' ? chooseRead : chooseWrite)(url, endpoint, people)
    if (!('request' in found)) walked.skipped.push(found)
    else if (endpoint.method === 'GET' && isEmpty(found.text)) {
      if (mayBeEmpty[key]) walked.skipped.push({ key, reason: mayBeEmpty[key] })
      else walked.wrong.push(`${key}: a list without rows`)
    } else walked.chosen.push({ endpoint, ...found })
  }
  return walked
}
