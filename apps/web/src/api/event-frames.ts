export type Frame = { id?: string; event?: string; data: string; retry?: number }

/** Parses server-sent events from chunks; `take` returns complete frames and buffers the rest. Skips comments. */
export const frameReader = () => {
  let rest = ''
  return {
    take: (text: string): Frame[] => {
      const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      return blocks.map(frameOf).filter((frame) => frame.id !== undefined || frame.event !== undefined || frame.retry !== undefined || frame.data !== '')
    },
  }
}

const frameOf = (block: string): Frame => {
  const frame: Frame = { data: '' }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'id' || field === 'event') frame[field] = value
    else if (field === 'data') frame.data += (frame.data && '\n') + value
    else if (field === 'retry' && /^\d+$/.test(value)) frame.retry = Number(value)
  }
  return frame
}
