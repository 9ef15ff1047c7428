type Color = readonly [number, number, number]
type Point = readonly [number, number]

const [width, height] = [720, 960]
const paper: Color = [250, 247, 238]
const rule: Color = [176, 196, 206]
const ink: Color = [44, 58, 110]
const red: Color = [196, 66, 58]

/** Pen strokes of the digits and the slash in a box of 1 × 2. */
const strokes: Record<string, readonly (readonly Point[])[]> = {
  '0': [[[0.5, 0], [0.1, 0.5], [0.1, 1.5], [0.5, 2], [0.9, 1.5], [0.9, 0.5], [0.5, 0]]],
  '1': [[[0.3, 0.4], [0.6, 0], [0.55, 2]]],
  '2': [[[0.1, 0.4], [0.5, 0], [0.9, 0.4], [0.8, 1], [0.1, 2], [0.95, 1.95]]],
  '3': [[[0.1, 0.1], [0.8, 0.1], [0.4, 0.85], [0.9, 1.3], [0.6, 2], [0.1, 1.8]]],
  '4': [[[0.6, 0], [0.05, 1.3], [0.95, 1.25]], [[0.7, 0.8], [0.65, 2]]],
  '5': [[[0.85, 0.05], [0.2, 0.05], [0.15, 0.9], [0.7, 0.85], [0.9, 1.4], [0.6, 2], [0.1, 1.85]]],
  '6': [[[0.75, 0], [0.2, 0.9], [0.15, 1.7], [0.5, 2], [0.9, 1.6], [0.7, 1.1], [0.2, 1.3]]],
  '7': [[[0.1, 0.5], [0.15, 0.05], [0.9, 0.05], [0.45, 2]]],
  '8': [[[0.8, 0.3], [0.4, 0], [0.15, 0.4], [0.85, 1.5], [0.5, 2], [0.1, 1.6], [0.8, 0.3]]],
  '9': [[[0.85, 0.5], [0.4, 0.9], [0.1, 0.5], [0.5, 0], [0.85, 0.4], [0.7, 2]]],
  '/': [[[0.9, 0], [0.1, 2]]],
} // biome-ignore format: one stroke per bracket

/** Blood pressure of eight days, the last is today: systolic and diastolic of the morning, then of the evening; 0 is missing. */
export const notebookValues: readonly (readonly [number, number, number, number])[] = [
  [138, 86, 131, 82],
  [141, 88, 135, 84],
  [136, 85, 0, 0],
  [139, 87, 133, 83],
  [134, 84, 130, 81],
  [137, 85, 132, 82],
  [138, 86, 0, 0],
  [134, 83, 0, 0],
]

/** Draws a photographed page of a blood pressure notebook as RGB pixels. `days` are the dates of the lines, oldest first. */
export const drawNotebook = (days: readonly string[]) => {
  const pixels = Buffer.alloc(width * height * 3)
  const put = (x: number, y: number, [r, g, b]: Color, share = 1) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = (y * width + x) * 3
    ;[r, g, b].forEach((value, i) => {
      pixels[at + i] = Math.round(pixels[at + i]! * (1 - share) + value * share)
    })
  }
  // a slight tilt, as in a hand-held photo
  const turn = -0.035
  const onTable = ([x, y]: Point): Point => [
    width / 2 + (x - width / 2) * Math.cos(turn) - (y - height / 2) * Math.sin(turn),
    height / 2 + (x - width / 2) * Math.sin(turn) + (y - height / 2) * Math.cos(turn),
  ]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const px = width / 2 + (x - width / 2) * Math.cos(turn) + (y - height / 2) * Math.sin(turn)
      const py = height / 2 - (x - width / 2) * Math.sin(turn) + (y - height / 2) * Math.cos(turn)
      const shade = 0.9 + (0.1 * (x + height - y)) / (width + height)
      const isPaper = px > 60 && px < 660 && py > 50 && py < 910
      const isShadow = !isPaper && px > 68 && px < 674 && py > 58 && py < 924
      const grain = 6 * Math.sin(y / 7 + 2 * Math.sin(x / 90))
      const color = isPaper ? paper : ([146 + grain, 112 + grain, 80 + grain] as const)
      for (let i = 0; i < 3; i++) pixels[(y * width + x) * 3 + i] = Math.min(255, color[i]! * shade * (isShadow ? 0.7 : 1))
    }
  const line = (from: Point, to: Point, thick: number, color: Color) => {
    const [[x1, y1], [x2, y2]] = [onTable(from), onTable(to)]
    const [left, right, upper, lower] = [Math.min(x1, x2) - thick, Math.max(x1, x2) + thick, Math.min(y1, y2) - thick, Math.max(y1, y2) + thick]
    const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2
    for (let y = Math.floor(upper); y <= lower; y++)
      for (let x = Math.floor(left); x <= right; x++) {
        const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / (lengthSquared || 1)))
        const far = Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
        if (far < thick / 2 + 0.5) put(x, y, color, Math.min(1, thick / 2 + 0.5 - far) * 0.9)
      }
  }
  const circle = (x: number, y: number, r: number, color: Color) => line([x, y], [x + 0.1, y], r * 2, color)
  const write = (text: string, x: number, y: number, size: number, color: Color) => {
    for (const [index, sign] of [...text].entries())
      for (const stroke of strokes[sign] ?? [])
        for (let i = 1; i < stroke.length; i++) {
          const [a, b] = [stroke[i - 1]!, stroke[i]!].map(([sx, sy]): Point => [x + index * size * 1.35 + sx * size, y + sy * size]) as [Point, Point]
          line(a, b, 3.2, color)
        }
  }
  const top = 170
  const step = 88
  for (let i = 0; i <= notebookValues.length; i++) line([84, top + i * step], [636, top + i * step], 1.6, rule)
  for (const x of [210, 425]) line([x, 90], [x, top + notebookValues.length * step], 1.6, rule)
  // sun and moon: columns for morning and evening
  circle(318, 128, 17, [236, 170, 64])
  circle(530, 128, 17, [120, 132, 178])
  circle(538, 121, 14, paper)
  notebookValues.forEach(([a, b, c, d], i) => {
    const y = top + i * step + 27
    write(days[i] ?? '', 92, y, 16, ink)
    write(`${a}/${b}`, 236, y, 18, a >= 135 ? red : ink)
    if (c) write(`${c}/${d}`, 448, y, 18, ink)
  })
  return { pixels, width, height, days: notebookValues.length }
}
