type Task<T> = () => Promise<T>;

export class Queue {
    private running = 0;
    private readonly waiting: Array<() => void> = [];

    constructor(private readonly width: number) {}

    get size(): number {
        return this.running + this.waiting.length;
    }

    async run<T>(task: Task<T>): Promise<T> {
        if (this.running >= this.width) {
            await new Promise<void>((go) => this.waiting.push(go));
        }
        this.running += 1;
        try {
            return await task();
        } finally {
            this.running -= 1;
            const next = this.waiting.shift();
            if (next) next();
        }
    }

    async idle(): Promise<void> {
        while (this.running > 0) {
            await this.run(async () => undefined);
        }
    }
}
