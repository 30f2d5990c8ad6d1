use std::process::ExitCode;

use clap::Parser;

use super::*;

#[derive(Debug, Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

fn options(line: &str) -> Options {
    let words = std::iter::once("sim").chain(line.split_whitespace());
    Line::try_parse_from(words).expect(line).options
}

fn report(line: &str) -> serde_json::Value {
    let mut run = Run::new(&options(line)).unwrap();
    let measured = measure::measure(&mut run);
    serde_json::to_value(Report::new(&run.tank, &measured)).unwrap()
}

fn number(report: &serde_json::Value, path: &str) -> f64 {
    report
        .pointer(path)
        .and_then(serde_json::Value::as_f64)
        .expect(path)
}

#[test]
fn the_same_line_gives_the_same_hash_on_any_number_of_threads_and_another_seed_another() {
    let line = "--fish 3000 --steps 30 --size 900x700";
    let first = report(&format!("{line} --seed 7"));
    let hash = first["hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()));
    assert_eq!(
        report(&format!("{line} --seed 7 --threads 2"))["hash"],
        hash
    );
    assert_ne!(report(&format!("{line} --seed 8"))["hash"], hash);
}

#[test]
fn the_summary_is_complete_and_within_its_ranges() {
    let report = report("--fish 120 --steps 600 --seed 3 --preset community");
    assert_eq!(
        (number(&report, "/fish"), number(&report, "/step")),
        (120.0, 600.0)
    );
    assert_eq!(
        (number(&report, "/nan"), number(&report, "/outside")),
        (0.0, 0.0)
    );
    let states = ["cruise", "seek", "flee", "linger"]
        .map(|state| number(&report, &format!("/states/{state}")));
    assert!(
        (states.iter().sum::<f64>() - 1.0).abs() < 1e-9,
        "{states:?}"
    );
    for order in ["/polarisation", "/rotation"] {
        let order = number(&report, order);
        assert!(order > 0.0 && order <= 1.0, "{order}");
    }
    for positive in ["/neighbours", "/nearest", "/speed", "/stepsPerSecond"] {
        assert!(number(&report, positive) > 0.0, "{positive}");
    }
}

#[test]
fn an_empty_tank_and_no_step_at_all_are_measured_too() {
    assert_eq!(number(&report("--fish 0 --steps 5"), "/states/cruise"), 0.0);
    let standing = report("--fish 10 --steps 0");
    assert_eq!(number(&standing, "/states/cruise"), 1.0);
    assert!(number(&standing, "/polarisation") > 0.0);
}

#[test]
fn means_are_of_the_second_half_alone() {
    let sample = |step, rotation| measure::Sample {
        step,
        seen: sim_worker::engine::Observation {
            rotation,
            ..Default::default()
        },
    };
    let measured = measure::Measured {
        steps: 40,
        samples: vec![
            sample(10, 0.9),
            sample(20, 0.2),
            sample(30, 0.4),
            sample(40, 0.6),
        ],
        ..Default::default()
    };
    assert!((measured.settled(|seen| seen.rotation) - 0.4).abs() < 1e-6);
}

#[test]
fn files_hold_every_sample_and_both_curves() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, svg) = (folder.path().join("run.csv"), folder.path().join("run.svg"));
    let line = format!(
        "--fish 30 --steps 95 --csv {} --plot {}",
        csv.display(),
        svg.display()
    );
    sim(&options(&line)).unwrap();
    let table = std::fs::read_to_string(csv).unwrap();
    let columns = table.lines().next().unwrap().split(',').count();
    assert_eq!(
        table.lines().count(),
        1 + 10,
        "steps 10 to 90, and the last"
    );
    assert!(table.lines().all(|line| line.split(',').count() == columns));
    let picture = std::fs::read_to_string(svg).unwrap();
    assert!(picture.matches("<polyline").count() >= 2, "{picture}");
    assert!(picture.contains("polarisation") && picture.contains("rotation"));
}

#[test]
fn bad_input_is_named_with_what_is_allowed_and_ends_with_code_2() {
    for (line, expected) in [
        ("--preset koi", r#"no preset "koi"; there are: "#),
        (
            "--fish 1000000000",
            "world.count is 1000000000; allowed: 0 to 131072 fish",
        ),
        ("--config /nowhere.json", "cannot read /nowhere.json"),
        ("--replay /nowhere.json", "/nowhere.json: "),
    ] {
        let error = Run::new(&options(line)).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(crate::exit_code(&error), ExitCode::from(2));
    }
    for (line, expected) in [
        ("--preset vortex --config a.json", "cannot be used with"),
        ("--replay a.json --seed 3", "cannot be used with"),
        (
            "--size 1280",
            "'1280' for '--size <WxH>': allowed: width and height",
        ),
        ("--size 0x0", "1 to 100000 CSS pixels"),
        ("--size NaNx3", "1 to 100000 CSS pixels"),
        ("--plot a.png", "ends in .svg"),
        ("--threads 0", "1..=64"),
    ] {
        let words = std::iter::once("sim").chain(line.split_whitespace());
        let error = Line::try_parse_from(words).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
}

#[test]
fn a_recording_is_run_to_the_hash_it_has_and_a_wrong_hash_is_an_error() {
    let mut tank = Run::new(&options("--fish 50 --seed 3")).unwrap().tank;
    tank.apply(shared::event::Event::Feed { x: 300.0, y: 100.0 });
    for _ in 0..90 {
        tank.step();
    }
    tank.resize([500.0, 400.0]);
    let mut json = Vec::new();
    tank.write(&mut json).unwrap();
    let json = String::from_utf8(json).unwrap();
    let hash = format!("{:016x}", tank.hash());
    let file = tempfile::NamedTempFile::new().unwrap();
    let line = format!("--replay {} --threads 2 --json", file.path().display());
    std::fs::write(&file, &json).unwrap();
    assert_eq!(report(&line)["hash"], hash);
    sim(&options(&line)).unwrap();
    std::fs::write(&file, json.replace(&hash, "0123456789abcdef")).unwrap();
    let error = sim(&options(&line)).unwrap_err();
    assert!(error.to_string().contains("0123456789abcdef"), "{error}");
    assert_eq!(crate::exit_code(&error), ExitCode::FAILURE);
    std::fs::write(&file, json.replace(r#""mirofish":1"#, r#""mirofish":9"#)).unwrap();
    let error = sim(&options(&line)).unwrap_err();
    assert!(
        error.to_string().contains("mirofish is 9; allowed: 1"),
        "{error}"
    );
    assert_eq!(crate::exit_code(&error), ExitCode::from(2));
}
