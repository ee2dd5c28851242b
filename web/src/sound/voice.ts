/** What sounds are made of: tones that glide, and filtered noise. */

interface Envelope {
  /** Seconds after the sound begins. */
  readonly at?: number;
  readonly lasts: number;
  /** How loud it gets; 1 is as loud as can be. */
  readonly peak: number;
  /** Seconds until it is that loud. */
  readonly attack?: number;
}

interface Tone extends Envelope {
  readonly pitch: number;
  /** The pitch at its end. */
  readonly to?: number;
  readonly shape?: OscillatorType;
}

interface Noise extends Envelope {
  readonly filter?: BiquadFilterType;
  /** The filter's frequency at its beginning, and at its end. */
  readonly from: number;
  readonly to?: number;
  /** How narrow the filter is. */
  readonly q?: number;
}

const SILENT = 0.0001;
const hiss = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Half a second of noise, the same in every browser. */
function noiseBuffer(audio: BaseAudioContext): AudioBuffer {
  const known = hiss.get(audio);
  if (known) return known;
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let word = 1;
  for (let index = 0; index < samples.length; index++) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    samples[index] = word / 2 ** 31 - 1;
  }
  hiss.set(audio, buffer);
  return buffer;
}

/** One sound as it is being made; it begins at `start` and goes to `out`. */
export class Voice {
  constructor(
    readonly audio: BaseAudioContext,
    readonly out: AudioNode,
    readonly start: number,
  ) {}

  tone({ pitch, to = pitch, shape = "sine", ...envelope }: Tone): void {
    const source = this.audio.createOscillator();
    const at = this.start + (envelope.at ?? 0);
    source.type = shape;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(to, at + envelope.lasts);
    source.connect(this.#shape(envelope));
    source.start(at);
    source.stop(at + envelope.lasts);
  }

  noise({ from, to = from, q = 1, filter = "bandpass", ...envelope }: Noise): void {
    const source = this.audio.createBufferSource();
    const at = this.start + (envelope.at ?? 0);
    source.buffer = noiseBuffer(this.audio);
    source.loop = true;
    const band = this.audio.createBiquadFilter();
    band.type = filter;
    band.Q.value = q;
    band.frequency.setValueAtTime(from, at);
    band.frequency.exponentialRampToValueAtTime(to, at + envelope.lasts);
    source.connect(band).connect(this.#shape(envelope));
    source.start(at);
    source.stop(at + envelope.lasts);
  }

  #shape({ at = 0, lasts, peak, attack = 0.004 }: Envelope): GainNode {
    const begins = this.start + at;
    const gain = this.audio.createGain();
    gain.gain.setValueAtTime(SILENT, begins);
    gain.gain.exponentialRampToValueAtTime(peak, begins + attack);
    gain.gain.exponentialRampToValueAtTime(SILENT, begins + lasts);
    gain.connect(this.out);
    return gain;
  }
}
