export interface Job {
  id: string;
  state: "queued" | "running" | "done" | "failed";
  progress?: number;
}

type Fetcher = (id: string) => Promise<Job>;

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Asks for a job until it is over. */
export async function poll(id: string, fetcher: Fetcher, every = 500): Promise<Job> {
  console.log("polling", id);
  for (;;) {
    const job = await fetcher(id);
    switch (job.state) {
      case "queued":
        console.log("still queued");
        break;
      case "running":
        console.log("running", job.progress ?? 0);
        break;
      case "done":
        console.log("done");
        return job;
      case "failed":
        console.log("failed", id);
        return job;
    }
    await sleep(every);
    console.log("asking again");
  }
}
