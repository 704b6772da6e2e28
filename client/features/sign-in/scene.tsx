const petal = 'M0-2C-5-4-7-9-4-12-2-13.5-.7-12.5 0-11 .7-12.5 2-13.5 4-12 7-9 5-4 0-2Z'

/**
 * Blossoms on the branch: place, size, turn and whether pale. Along the twigs, a little to one side or the
 * other.
 */
const blossoms: readonly (readonly [x: number, y: number, size: number, turn: number, pale?: boolean])[] = [
  [490, 123, 1.15, 0],
  [420, 128, 0.8, 37, true],
  [383, 155, 1, 2],
  [335, 161, 0.7, 39],
  [317, 181, 0.95, 4, true],
  [290, 183, 1.2, 41],
  [267, 186, 0.75, 6],
  [252, 211, 1.15, 43, true],
  [229, 212, 0.8, 8],
  [216, 236, 1, 45],
  [196, 240, 0.7, 10, true],
  [179, 244, 0.95, 47],
  [170, 268, 1.2, 12],
  [466, 94, 0.75, 49, true],
  [460, 85, 1.15, 14],
  [448, 59, 0.8, 51],
  [434, 34, 1, 16, true],
  [426, 28, 0.7, 53],
  [348, 186, 0.95, 18],
  [359, 223, 1.2, 55, true],
  [362, 235, 0.75, 20],
  [369, 251, 1.15, 57],
  [281, 174, 0.8, 22, true],
  [260, 160, 1, 59],
  [247, 174, 0.7, 24],
  [379, 136, 0.95, 61, true],
  [351, 128, 1.2, 26],
  [332, 150, 0.75, 63],
  [523, 102, 1.15, 28, true],
  [509, 105, 0.8, 65],
  [488, 92, 1, 30],
]

function Blossom({ at: [x, y, size, turn, pale] }: { at: (typeof blossoms)[number] }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
      <g fill={pale ? 'var(--art-petal-pale)' : 'var(--art-petal)'}>
        {[0, 72, 144, 216, 288].map((angle) => (
          <path key={angle} d={petal} transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle r="2.2" fill="var(--color-accent)" />
    </g>
  )
}

function Hills() {
  return (
    <>
      <path d="M0 520C60 450 120 470 180 500S300 420 380 470 520 430 640 500V800H0Z" fill="var(--art-far)" />
      <path d="M0 600C70 540 150 560 220 590S360 540 450 575 570 550 640 580V800H0Z" fill="var(--art-mid)" />
      <path d="M0 690C110 640 210 665 320 660S520 640 640 670V800H0Z" fill="var(--art-near)" />
      <path d="M0 716H640V800H0Z" fill="var(--art-ground)" />
    </>
  )
}

/** A lecture hall of one storey on a terrace of three steps, seen from the front. */
function Hall() {
  return (
    <g transform="translate(180 478)">
      <path d="M8 222H272V238H8ZM24 206H256V222H24ZM40 190H240V206H40Z" fill="var(--art-wall)" />
      <path d="M8 236H272V239H8ZM24 220H256V222H24ZM40 204H240V206H40Z" fill="var(--art-near)" />
      <path d="M116 190H164V238H116Z" fill="var(--art-mid)" />
      <path d="M116 200H164M116 210H164M116 220H164M116 230H164" stroke="var(--art-wall)" strokeWidth="2" />
      <path d="M52 104H228V190H52Z" fill="var(--art-wall)" />
      <path d="M122 122H158V190H122Z" fill="var(--color-header)" />
      <path
        d="M70 126V176M78 126V176M86 126V176M94 126V176M186 126V176M194 126V176M202 126V176M210 126V176"
        stroke="var(--art-pillar)"
        strokeWidth="1.5"
      />
      <path
        d="M52 104h9v86h-9zM104 104h9v86h-9zM167 104h9v86h-9zM219 104h9v86h-9z"
        fill="var(--art-pillar)"
      />
      <path d="M44 96H236V106H44Z" fill="var(--art-roof-edge)" />
      <path d="M6 96C50 86 76 60 92 34H188C204 60 230 86 274 96Z" fill="var(--art-roof)" />
      <path
        d="M140 36V94M112 36C104 62 88 84 70 94M168 36C176 62 192 84 210 94"
        fill="none"
        stroke="var(--art-roof-edge)"
      />
      <path d="M82 28H198V36H82Z" fill="var(--color-header)" />
      <path
        d="M82 30C74 30 72 22 76 16 78 22 84 22 90 28ZM198 30C206 30 208 22 204 16 202 22 196 22 190 28Z"
        fill="var(--color-header)"
      />
    </g>
  )
}

/** The picture beside the form: an apricot branch in flower over hills and a hall. Decoration only. */
export function Scene() {
  return (
    <svg viewBox="0 0 640 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path d="M0 0H640V800H0Z" fill="var(--art-sky)" />
      <circle cx="150" cy="300" r="62" fill="var(--art-sun)" />
      <Hills />
      <Hall />
      <g fill="none" stroke="var(--art-bark)" strokeLinecap="round" strokeLinejoin="round">
        <path d="M646 128C590 132 540 116 480 124S390 146 340 164" strokeWidth="10" />
        <path d="M340 164C296 176 240 204 168 262" strokeWidth="6" />
        <path
          d="M480 124C466 92 450 60 424 22M352 160C344 190 356 222 372 258M300 178C280 168 262 160 244 166"
          strokeWidth="4"
        />
        <path d="M400 142C376 132 352 130 330 144M540 120C526 104 508 96 488 92" strokeWidth="3" />
      </g>
      {blossoms.map((at) => (
        <Blossom key={`${at[0]} ${at[1]}`} at={at} />
      ))}
    </svg>
  )
}
